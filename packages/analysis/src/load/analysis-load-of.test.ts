import type { HostLoad } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { findGuests } from '../recorded/guests.ts'
import type { RecordedHost } from '../recorded/recorded-host.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { cpuOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { twinHost } from '../twin/twin-host.fixture.ts'
import { analysisLoadOf } from './analysis-load-of.ts'

const windows = groupWindows(
  [0, 10, 20].flatMap((start) => [
    observationOf('vm1', start, { requests: requestsOf(), cpu: cpuOf() }),
    observationOf('Domain-0', start, { cpu: cpuOf({ usedSeconds: 0.2 }) }),
  ]),
  10,
)

function kept(load: Partial<HostLoad> = {}, recorded: Pick<RecordedHost, 'connections'> = {}) {
  const host = twinHost()
  return analysisLoadOf({
    ...host,
    load: { ...host.load, ...load },
    host: recorded,
    guests: findGuests(windows),
    windows,
    rangeWindows: windows,
    stretch: { fromEpochSeconds: 0, toEpochSeconds: 30 },
  })
}

describe('analysisLoadOf', () => {
  it('keeps what the twin needs, and who measured', () => {
    const { twin, range, measured } = kept()
    expect(range).toEqual({ fromEpochSeconds: 0, toEpochSeconds: 30 })
    expect(twin).toMatchObject({ domain0: { cpuSecondsPerRequest: expect.closeTo(0.002, 9) } })
    expect(measured).toMatchObject([{ domain: 'vm1', measuredBy: 'access-log' }])
  })

  it('keeps how requests reach the server, where somebody says', () => {
    const connections = { kind: 'kept-open', by: 'log' } as const
    expect(kept({}, { connections }).twin).toMatchObject({ connections })
    expect(kept().twin).not.toHaveProperty('connections')
  })

  it('has no twin for requests of unknown cost', () => {
    const demand = { code: 'no-cpu-coverage', sentence: 'Nobody looked.', numbers: {} } as const
    expect(kept({ demand }).twin).toEqual({ cannot: { code: 'demand', doubt: demand } })
    const elsewhere = { ...demand, code: 'demand-from-elsewhere' } as const
    expect(kept({ demand: elsewhere }).twin).toHaveProperty('domain0')
  })
})
