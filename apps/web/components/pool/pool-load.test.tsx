import type { PoolGuestLoad, PoolHostLoad } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { answer, render, rowsOf } from '../../lib/testing/render.tsx'
import { PoolLoad } from './pool-load.tsx'

const GUEST: PoolGuestLoad = {
  uuid: 'g1',
  name: 'web',
  isDomain0: false,
  vCpus: 4,
  usedSeconds: 3600,
  usedPCpus: 1.5,
  stateSeconds: 3600,
  waitingShare: 0.28,
  waitingVCpus: { least: 0.33, most: 0.5 },
  runningShare: 0.6,
  idleShare: 0.12,
  used: Array(60).fill(1.5),
  waiting: Array(60).fill(0.28),
}
const HOST: PoolHostLoad = {
  uuid: 'h1',
  name: 'xen1',
  pCpus: 8,
  usedSeconds: 3600,
  usedPCpus: 2.5,
  from: twoHoursAgo,
  used: Array(60).fill(2.5),
  readAt: twoHoursAgo,
  trouble: null,
  doubts: [],
  guests: [GUEST],
}
const shown = (...hosts: PoolHostLoad[]) =>
  render(<PoolLoad id={idOf(1)} />, {
    known: [
      answer(
        'getPoolLoad',
        { params: { id: idOf(1) } },
        { hosts, limits: ['It cannot tell all.'] },
      ),
    ],
  })

it('shows what each host used, and how long its guests waited', () => {
  const { html, text } = shown(HOST)
  const [, host, guest] = rowsOf(html)
  expect(host).toEqual(['xen1', '2.50 of 8 pCPUs', '', '', '', '60 of 60 min'])
  expect(guest).toEqual([
    'web',
    '1.50 of 4 vCPUs',
    '28 %',
    '0.330 to 0.500',
    '12 %',
    '60 of 60 min',
  ])
  expect(text).toContain('It cannot tell all.')
  expect(text).not.toContain('Not all')
})

it('shows what is not known as unknown, with its cause and age', () => {
  const unknown = { waitingShare: null, waitingVCpus: null, idleShare: null, usedPCpus: null }
  const { html, text } = shown({
    ...HOST,
    usedPCpus: null,
    usedSeconds: 0,
    trouble: 'xen1 does not answer.',
    doubts: ['The clock is off.'],
    guests: [{ ...GUEST, ...unknown, usedSeconds: 0 }],
  })
  const [, host, guest] = rowsOf(html)
  expect(host?.[1]).toBe('– of 8 pCPUs')
  expect(guest).toEqual(['web', '– of 4 vCPUs', '–', '–', '–', '0 of 60 min'])
  expect(text).toContain('xen1 does not answer. xen1 last gave figures 2 hours ago.')
  expect(text).toContain('The clock is off.')
})

it('has no table before the first minute', () => {
  const { html, text } = shown({ ...HOST, used: [], guests: [], readAt: null, trouble: 'Not yet.' })
  expect(html).not.toContain('<table')
  expect(text).toContain('Not yet.')
})
