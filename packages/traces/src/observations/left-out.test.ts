import { describe, expect, test } from 'vitest'
import { XENMON_METER } from '../xenmon/xenmon-spec.ts'
import type { CpuMeter } from './cpu-meter.ts'
import { ObservationBuilder } from './observation-builder.ts'

const used = (usedSeconds: number) => ({
  usedSeconds,
  runnableWaitSeconds: 0,
  blockedSeconds: 0,
  dispatches: 0,
  ioCount: 0,
})

describe('a domain that is left out', () => {
  test('gives no observation and no note, even if its name is that of a domain of the host', () => {
    const builder = new ObservationBuilder({ windowSeconds: 60 })
    builder.addCpu(XENMON_METER, { leftOut: 'vm1' }, 0, 60, used(9))
    builder.coverCpu(XENMON_METER, { leftOut: 'vm1' }, 0, 60)
    builder.coverCpu(XENMON_METER, { leftOut: 'vm1' }, 0, 60)
    builder.addCpu(XENMON_METER, 'vm1', 0, 60, used(2))
    const stream = builder.openRequests({ leftOut: 'vm1' }, 'requests', 'second')
    stream.add(10, Number.NaN, false, -1)
    stream.close()
    const { observations, notes } = builder.finish()
    expect(observations).toMatchObject([
      { domain: 'vm1', requests: null, cpu: { source: 'xenmon', usedSeconds: 2 } },
    ])
    expect(notes).toEqual([])
  })

  test('still counts towards the time for which the host was observed', () => {
    const builder = new ObservationBuilder({ windowSeconds: 60 })
    builder.addCpu(XENMON_METER, 'vm1', 0, 10, used(2))
    builder.coverCpu(XENMON_METER, 'vm1', 0, 10)
    builder.coverCpu(XENMON_METER, { leftOut: 'dom2' }, 0, 60)
    expect(builder.finish().observations[0]!.cpu).toMatchObject({ coveredSeconds: 60 })
  })
})

test('a meter that names every domain covers those that it names', () => {
  const inside: CpuMeter = { ...XENMON_METER, id: 'inside', coversAbsent: false, rank: 9 }
  const builder = new ObservationBuilder({ windowSeconds: 60 })
  for (const [domain, to] of [['vm1', 60] as const, ['vm2', 20] as const]) {
    builder.addCpu(inside, domain, 0, to, used(1))
    builder.coverCpu(inside, domain, 0, to)
  }
  const covered = builder.finish().observations.map(({ cpu }) => cpu?.coveredSeconds)
  expect(covered).toEqual([60, 20])
})
