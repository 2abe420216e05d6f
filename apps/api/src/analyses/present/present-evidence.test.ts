import type { Lack } from '@steelyard/analysis'
import { expect, it } from 'vitest'
import { presentEvidence } from './present-evidence.ts'

const shown = (lack: Lack) => presentEvidence({ grade: 'thin', lacks: [lack] }).lacks[0]!
const apart = (...offsets: number[]): Lack => ({
  code: 'clocks-apart',
  atMost: 'thin',
  offsets: offsets.map((offsetSeconds, i) => ({
    domain: `vm${i + 1}`,
    offsetSeconds,
    correlation: 0.7,
  })),
})

it('says by how much the CPU trace is late where the domains agree', () => {
  expect(shown(apart(-60, -61, -60))).toMatchObject({
    code: 'clocks-apart',
    domains: ['vm1', 'vm2', 'vm3'],
    offsetSeconds: -60,
  })
})

it('gives no common offset where they do not', () => {
  expect(shown(apart(60, -20))).not.toHaveProperty('offsetSeconds')
})

it('names the domains whose logs are to be corrected, and none where it may be any', () => {
  const logs = [{ domain: 'vm1', follows: 'vm2' }]
  expect(shown({ code: 'logs-swapped', atMost: 'thin', logs })).toMatchObject({ domains: ['vm1'] })
  expect(
    shown({ code: 'short', atMost: 'thin', seconds: 30, leastSeconds: 60 }),
  ).not.toHaveProperty('domains')
})
