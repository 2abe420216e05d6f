import type { PoolInventory } from '@steelyard/xapi'
import { expect, it } from 'vitest'
import { doubtWords, POOL_FIXES, stayWords } from './pool-words.ts'

const inventory = {
  hosts: [{ uuid: 'h1', name: 'xen1' }],
  guests: [{ uuid: 'g1', name: 'web' }],
} as PoolInventory

it('names hosts and guests as their owners do', () => {
  expect(doubtWords({ code: 'host-without-p-cpus', hostUuid: 'h1' }, inventory)).toBe(
    'XAPI names no pCPUs of xen1, so nothing is decided about it.',
  )
  expect(
    doubtWords({ code: 'weight-is-nonsense', guestUuid: 'g1', value: '-7' }, inventory),
  ).toContain('stored weight of web is “-7”')
  expect(doubtWords({ code: 'guest-without-host', guestUuid: 'gone' }, inventory)).toContain('gone')
})

it('says why a guest stays', () => {
  expect(stayWords({ powerState: 'halted', moveBlockedBecause: null })).toBe('It is halted.')
  expect(stayWords({ powerState: 'running', moveBlockedBecause: 'licence' })).toContain('licence')
  expect(stayWords({ powerState: 'running', moveBlockedBecause: null })).toMatch(/XAPI does not/)
})

it('tells what to do without a word that only programs know', () => {
  for (const fix of Object.values(POOL_FIXES))
    expect(fix).not.toMatch(/undefined|[a-z]-[a-z]+-[a-z]/)
})
