import {
  fitDailySeason,
  freshState,
  historyDue,
  observeWindow,
  type SeasonHistory,
} from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import { dateOf } from '../../epoch.ts'
import { msOf } from '../../milliseconds.ts'
import type { WindowsByStart } from '../../windows/by-start.ts'
import { loadWindows } from '../../windows/window-rows.ts'
import { noteHotspot } from './note-hotspot.ts'
import { triggerState } from './stored-evidence.ts'
import type { TargetedDomain, TriggeredHost } from './take-in-minutes.ts'
import { triggerWindowOf } from './trigger-window-of.ts'

/** Feeds minutes of one domain to its trigger, and stores what the trigger then remembers. */
export async function observeDomain(
  tx: Tx,
  host: TriggeredHost,
  target: TargetedDomain,
  minutes: WindowsByStart,
  now: Date,
): Promise<void> {
  const { domain } = target
  const key = { hostId_domain: { hostId: host.id, domain } }
  const memory = await tx.triggerMemory.findUnique({ where: key })
  const seenTo = memory?.seenTo.getTime() ?? 0
  const fresh = [...minutes].filter(([start]) => msOf(start) >= seenTo)
  if (fresh.length === 0) return
  let state = triggerState.readIfAny(memory?.state) ?? freshState(domain)
  for (const [start, observations] of fresh) {
    const due = historyDue(state, start, host.rule)
    if (due) state = { ...state, season: await seasonOf(tx, host, target, due) }
    const observation = observations.find((each) => each.domain === domain) ?? null
    const observed = observeWindow(state, windowOf(host, target, observation, start), host.rule)
    state = observed.state
    if (observed.changed) await noteHotspot(tx, host, observed.changed, now)
  }
  const data = {
    seenTo: dateOf(fresh.at(-1)![0] + host.rule.windowSeconds),
    state: triggerState.write(state),
  }
  await tx.triggerMemory.upsert({
    where: key,
    create: { hostId: host.id, domain, ...data },
    update: data,
  })
}

function windowOf(
  { statistic, rule }: TriggeredHost,
  { targetSeconds }: TargetedDomain,
  observation: Parameters<typeof triggerWindowOf>[0],
  startEpochSeconds: number,
) {
  const settings = { seconds: rule.windowSeconds, statistic, targetSeconds }
  return triggerWindowOf(observation, startEpochSeconds, settings)
}

/** So much is read at once that other work of the process is not held up. */
const CHUNK_SECONDS = 6 * 3600

async function seasonOf(tx: Tx, host: TriggeredHost, target: TargetedDomain, due: SeasonHistory) {
  const windows = []
  for (let from = due.fromEpochSeconds; from < due.toEpochSeconds; from += CHUNK_SECONDS) {
    const range = { fromEpochSeconds: from, toEpochSeconds: from + CHUNK_SECONDS }
    for (const observation of await loadWindows(tx, host.id, 60, range)) {
      if (observation.domain !== target.domain) continue
      windows.push(windowOf(host, target, observation, observation.windowStartEpochSeconds))
    }
  }
  return fitDailySeason(windows, due, host.rule)
}
