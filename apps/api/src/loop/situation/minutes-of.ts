import type { Statistic } from '@steelyard/contract'
import {
  type DomainMinute,
  type HostMinute,
  MINUTE_SECONDS,
  type Situation,
  type WeighedHost,
} from '@steelyard/loop'
import { DOMAIN0_NAME } from '@steelyard/model'
import type { Observation } from '@steelyard/traces'
import type { Tx } from '../../db.ts'
import { byStart } from '../../windows/by-start.ts'
import { loadWindows } from '../../windows/window-rows.ts'
import { triggerWindowOf } from '../hotspots/trigger-window-of.ts'

const HOUR_SECONDS = 3600

/** The newest hour of a host, as far as it was observed without a gap; the newest minute last. */
export async function minutesOf(
  tx: Tx,
  hostId: string,
  host: WeighedHost,
  observed: Pick<Situation, 'observedFromEpochSeconds' | 'observedToEpochSeconds'>,
): Promise<HostMinute[]> {
  const { observedFromEpochSeconds: from, observedToEpochSeconds: to } = observed
  if (from === null || to === null) return []
  const range = { fromEpochSeconds: Math.max(from, to - HOUR_SECONDS), toEpochSeconds: to }
  const windows = await loadWindows(tx, hostId, MINUTE_SECONDS, range)
  return [...byStart(windows)].map(([startEpochSeconds, observations]) => ({
    startEpochSeconds,
    domain0CpuSeconds: cpuSecondsIn(observationOf(observations, DOMAIN0_NAME)),
    domains: host.domains.flatMap(({ domain }) => {
      const observation = observationOf(observations, domain)
      return observation ? domainMinute(observation, host.statistic) : []
    }),
  }))
}

function observationOf(observations: readonly Observation[], domain: string) {
  return observations.find((each) => each.domain === domain)
}

function domainMinute(observation: Observation, statistic: Statistic): DomainMinute {
  const { domain, requests, windowStartEpochSeconds } = observation
  // The target does not matter for the value.
  const settings = { seconds: MINUTE_SECONDS, statistic, targetSeconds: 1 }
  return {
    domain,
    requests: requests ? inWholeMinute(requests.arrivals, requests) : 0,
    cpuSeconds: cpuSecondsIn(observation) ?? 0,
    valueSeconds: triggerWindowOf(observation, windowStartEpochSeconds, settings).valueSeconds,
  }
}

function cpuSecondsIn(observation: Observation | undefined): number | null {
  const cpu = observation?.cpu ?? null
  return cpu && inWholeMinute(cpu.usedSeconds, cpu)
}

/** What was seen of a part of the minute, as for all of it. */
function inWholeMinute(
  amount: number,
  { coveredSeconds }: Pick<NonNullable<Observation['cpu']>, 'coveredSeconds'>,
): number {
  return coveredSeconds > 0 ? (amount * MINUTE_SECONDS) / coveredSeconds : 0
}
