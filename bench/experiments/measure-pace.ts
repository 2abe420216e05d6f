import type { XenHost } from '../../e2e/xen-host/lib/xen-host.ts'
import type { PlannedLoad } from '../recordings/campaign-types.ts'
import { playLoad } from './play-load.ts'

const SECONDS = 5

/**
 * How many seconds of our clock the host needs for one of its own, under the busiest phase of the
 * load. It also lets Apache start the processes that the load needs.
 */
export async function measurePace(host: XenHost, load: PlannedLoad): Promise<number> {
  const total = ({ requestsPerSecond }: PlannedLoad['phases'][number]) =>
    Object.values(requestsPerSecond).reduce((sum, rate) => sum + rate, 0)
  const busiest = load.phases.reduce((a, b) => (total(b) > total(a) ? b : a))
  const phases = [{ ...busiest, durationSeconds: SECONDS }]
  const { wallSeconds } = await playLoad(host, { ...load, phases })
  return wallSeconds / SECONDS
}
