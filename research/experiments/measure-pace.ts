import type { XenHost } from '../../e2e/xen-host/lib/xen-host.ts'
import type { PlannedLoad } from '../recordings/campaign-types.ts'
import { playLoad } from './play-load.ts'
import { busiestOf } from './wall-seconds.ts'

const SECONDS = 3

/**
 * How many seconds of our clock the host needs for one of its own, under the busiest phase of the
 * load. It also lets Apache start the processes that the load needs.
 */
export async function measurePace(host: XenHost, load: PlannedLoad): Promise<number> {
  const phases = [{ ...busiestOf(load), durationSeconds: SECONDS }]
  const { wallSeconds } = await playLoad(host, { ...load, phases })
  return wallSeconds / SECONDS
}
