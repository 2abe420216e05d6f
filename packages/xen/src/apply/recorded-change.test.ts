import { expect, it } from 'vitest'
import type { LeverValue } from '../levers/registry.ts'
import type { Change } from '../plan/plan.ts'
import type { RecordedChange } from './application.ts'
import { couldBeOurs, isAbout, recordedOf } from './recorded-change.ts'

const VM1 = { uuid: 'u1', name: 'vm1' }

const weight: RecordedChange = {
  lever: 'weight',
  ...VM1,
  before: { weight: 256, cap: 0 },
  after: { weight: 512, cap: 50 },
}
const pins: RecordedChange = {
  lever: 'affinity',
  ...VM1,
  before: { affinity: ['1', '2-3'] },
  after: { affinity: ['0'] },
}
const pool0: RecordedChange = {
  lever: 'pool-pcpus',
  ...VM1,
  before: { pCpus: '0-3' },
  after: { pCpus: '0-1' },
}
const KEPT = { weight: 512, cap: 150, affinity: ['1', '1-3'] }
const move: RecordedChange = {
  lever: 'membership',
  ...VM1,
  before: { cpupool: 'Pool-0', kept: KEPT },
  after: { cpupool: 'steelyard-rt' },
}
const back = (kept: Partial<typeof KEPT>) => ({ cpupool: 'Pool-0', kept: { ...KEPT, ...kept } })

it.each<[string, RecordedChange, LeverValue, boolean]>([
  ['the values before', weight, { weight: 256, cap: 0 }, true],
  ['the values after', weight, { weight: 512, cap: 50 }, true],
  ['the weight alone', weight, { weight: 512, cap: 0 }, true],
  ['the cap alone', weight, { weight: 256, cap: 50 }, true],
  ['another weight', weight, { weight: 257, cap: 50 }, false],
  ['another cap', weight, { weight: 512, cap: 51 }, false],

  ['the affinities before', pins, { affinity: ['1', '2-3'] }, true],
  ['the affinity after', pins, { affinity: ['0'] }, true],
  ['one vCPU put back, one not yet', pins, { affinity: ['1', '0'] }, true],
  ['the other vCPU put back', pins, { affinity: ['0', '2-3'] }, true],
  ['one vCPU’s affinity for both', pins, { affinity: ['1'] }, false],
  ['another affinity of one vCPU', pins, { affinity: ['1', '3'] }, false],
  ['the affinities the wrong way round', pins, { affinity: ['2-3', '1'] }, false],
  ['another affinity of a vCPU that came later', pins, { affinity: ['0', '0', '3'] }, false],

  ['the pCPUs before', pool0, { pCpus: '0-3' }, true],
  ['the pCPUs after', pool0, { pCpus: '0-1' }, true],
  ['some of the pCPUs given', pool0, { pCpus: '0-2' }, true],
  ['others of them', pool0, { pCpus: '0-1,3' }, true],
  ['a pCPU too few', pool0, { pCpus: '0' }, false],
  ['none', pool0, { pCpus: '' }, false],
  ['a pCPU from elsewhere', pool0, { pCpus: '0-4' }, false],

  ['the cpupool after', move, { cpupool: 'steelyard-rt' }, true],
  ['a third cpupool', move, { cpupool: 'Pool-vm' }, false],
  ['a third cpupool, with its old values', move, { ...back({}), cpupool: 'Pool-vm' }, false],
  ['its cpupool, its values unknown', move, { cpupool: 'Pool-0' }, true],
  ['its cpupool and its values', move, back({}), true],
  ['the defaults', move, back({ weight: 256, cap: 0, affinity: ['all'] }), true],
  ['its weight back, the rest not yet', move, back({ cap: 0, affinity: ['all'] }), true],
  ['one vCPU pinned again', move, back({ affinity: ['1', 'all'] }), true],
  ['another weight there', move, back({ weight: 300 }), false],
  ['another cap there', move, back({ cap: 10 }), false],
  ['another affinity there', move, back({ affinity: ['1', '2'] }), false],
])('knows whether %s can be ours', (_, sides, found, expected) => {
  expect(couldBeOurs(found, sides)).toBe(expected)
})

it('the real-time cpupool and all in it count as ours, whatever their values', () => {
  const reservation = { periodUs: 100_000, budgetUs: 70_000, extraTime: false }
  const promise: RecordedChange = {
    lever: 'reservation',
    ...VM1,
    before: { reservation: null },
    after: { reservation },
  }
  const other = { reservation: { ...reservation, budgetUs: 1 } }
  expect(couldBeOurs(other, promise)).toBe(true)
  const made: RecordedChange = {
    lever: 'cpupool',
    ...VM1,
    before: { pool: null },
    after: { pool: { scheduler: 'rtds', pCpus: '2-3' } },
  }
  expect(couldBeOurs({ pool: { scheduler: 'credit', pCpus: '3' } }, made)).toBe(true)
})

it('keeps of a change what is needed to undo it', () => {
  const target = { domainId: 1, scheduler: 'credit' }
  const planned = { ...weight, target, commands: ['xl sched-credit -d 1 -w 512 -c 50'] } as Change
  expect(recordedOf(planned)).toStrictEqual(weight)
})

it('distinguishes changes by their domain and by what they change', () => {
  expect(isAbout({ lever: 'weight', uuid: 'u1' }, weight)).toBe(true)
  expect(isAbout({ lever: 'weight', uuid: 'u2' }, weight)).toBe(false)
  expect(isAbout({ lever: 'affinity', uuid: 'u1' }, weight)).toBe(false)
})
