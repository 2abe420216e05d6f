import type { CallOptions, XapiPool } from '../session/xapi-pool.ts'
import { guestRunStates } from './guest-run-states.ts'
import { hostUse } from './host-use.ts'
import { type RecordedHost, readUpdates, type UpdatesWish } from './read-updates.ts'
import type { HostRunStates, RunStateGap } from './run-state-sample.ts'

/**
 * Reads what every host recorded of its guests since a time: run states, and pCPUs that were used.
 * What is missing or not to be believed is named host by host; it is never taken for idleness.
 *
 * @throws XapiError where not a host but the pool is at fault
 */
export async function readRunStates(
  pool: XapiPool,
  hosts: readonly RecordedHost[],
  wish: UpdatesWish,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<HostRunStates[]> {
  return Promise.all(hosts.map((host) => readHost(pool, host, wish, options)))
}

async function readHost(
  pool: XapiPool,
  host: RecordedHost,
  wish: UpdatesWish,
  options: Pick<CallOptions, 'signal'>,
): Promise<HostRunStates> {
  const updates = await readUpdates(pool, host, wish, options)
  const hostUuid = host.uuid
  if ('code' in updates)
    return { hostUuid, stepSeconds: null, newestAt: null, use: [], guests: [], gaps: [updates] }
  const { stepSeconds, newestAt } = updates
  const { guests, gaps } = guestRunStates(updates, wish.startSeconds)
  const ofHost: RunStateGap[] = []
  if (updates.rows.length === 0) ofHost.push({ code: 'no-data' })
  if (stepSeconds !== wish.intervalSeconds)
    ofHost.push({ code: 'another-step', askedSeconds: wish.intervalSeconds, stepSeconds })
  const use = hostUse(updates, wish.startSeconds)
  return { hostUuid, stepSeconds, newestAt, use, guests, gaps: [...ofHost, ...gaps] }
}
