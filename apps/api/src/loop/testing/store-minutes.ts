import { findFormat, type Observation, ObservationBuilder } from '@steelyard/traces'
import type { Db } from '../../db.ts'
import { hostWindows } from '../../windows/observed.fixture.ts'
import { storeWindows } from '../../windows/store-windows.ts'

/** What a domain does: requests per second, each of which takes so long. */
export interface Behaviour {
  perSecond: number
  responseSeconds: number
  /** CPU seconds per request. Left out: nobody measured its CPU. */
  cpuSeconds?: number
}

/**
 * Stores what a watch would have observed of a host in whole minutes, by the storage of the watch
 * itself.
 */
export async function storeMinutes(
  db: Db,
  hostId: string,
  fromEpochSeconds: number,
  minutes: number,
  domains: Record<string, Behaviour>,
): Promise<void> {
  const observations = observe(fromEpochSeconds, minutes * 60, domains)
  await storeWindows(db, hostId, hostWindows(observations))
}

const xentop = findFormat('xentop')
if (xentop?.observes !== 'cpu') throw new Error('xentop does not measure CPU time.')
const { meter } = xentop
const NO_MORE = { runnableWaitSeconds: 0, blockedSeconds: 0, dispatches: 0, ioCount: 0 }

function observe(from: number, seconds: number, domains: Record<string, Behaviour>) {
  const builder = new ObservationBuilder({ windowSeconds: 10, requestCoverage: 'as-told' })
  for (const [domain, { perSecond, responseSeconds, cpuSeconds }] of Object.entries(domains)) {
    const stream = builder.openRequests(domain, 'requests', 'microsecond')
    for (let number = 0; number < seconds * perSecond; number++) {
      stream.add(from + number / perSecond, responseSeconds, false, 100)
    }
    stream.close()
    builder.coverRequests(domain, 'requests', from, from + seconds, true)
    if (cpuSeconds === undefined) continue
    const usedSeconds = seconds * perSecond * cpuSeconds
    builder.addCpu(meter, domain, from, from + seconds, { ...NO_MORE, usedSeconds })
    builder.coverCpu(meter, domain, from, from + seconds)
  }
  const inside = ({ windowStartEpochSeconds: start }: Observation) =>
    start >= from && start < from + seconds
  return builder.finish().observations.filter(inside)
}
