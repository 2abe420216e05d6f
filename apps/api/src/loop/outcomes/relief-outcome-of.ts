import {
  type HostMinute,
  JUDGED_MINUTES,
  type JudgedOutcome,
  MINUTE_SECONDS,
  middleWorst,
  type Relief,
  type WeighedDomain,
  type WeighedHost,
} from '@steelyard/loop'
import { epochSecondsOf } from '../../epoch.ts'
import type { DomainOutcome, StoredOutcome } from '../../stored-outcome.ts'

interface Came {
  relief: Relief
  host: WeighedHost
  /** The newest last. */
  minutes: readonly HostMinute[]
  appliedAtEpochSeconds: number
  judgedAt: Date
}

/** How a relief came out: what was measured before the change and after it. */
export function reliefOutcomeOf(
  { state, domains: deciding }: JudgedOutcome,
  came: Came,
): StoredOutcome {
  const { relief, host, minutes, appliedAtEpochSeconds: appliedAt, judgedAt } = came
  const before = minutes
    .filter(({ startEpochSeconds: start }) => start + MINUTE_SECONDS <= appliedAt)
    .slice(-JUDGED_MINUTES)
  const after = minutes
    .filter(({ startEpochSeconds: start }) => start >= appliedAt)
    .slice(-JUDGED_MINUTES)
  const targeted = host.domains.filter(({ targetSeconds }) => targetSeconds !== null)
  const worst = {
    before: relief.worstBefore,
    after: middleWorst(host, after)?.ratio ?? null,
  }
  return {
    version: 2,
    state,
    deciding,
    worst,
    fromEpochSeconds: after[0]?.startEpochSeconds ?? appliedAt,
    toEpochSeconds:
      after.length > 0
        ? after.at(-1)!.startEpochSeconds + MINUTE_SECONDS
        : epochSecondsOf(judgedAt),
    domains: targeted.map((each) => domainOutcome(each, before, after)),
  }
}

function domainOutcome(
  { domain, targetSeconds }: WeighedDomain,
  before: readonly HostMinute[],
  after: readonly HostMinute[],
): DomainOutcome {
  const valueIn = (minutes: readonly HostMinute[]) =>
    middle(minutes.flatMap((minute) => minuteOf(minute, domain)?.valueSeconds ?? []))
  const rateIn = (minutes: readonly HostMinute[]) =>
    minutes.reduce((sum, minute) => sum + (minuteOf(minute, domain)?.requests ?? 0), 0) /
    minutes.length
  const ratio = rateIn(after) / rateIn(before)
  return {
    domain,
    targetSeconds,
    beforeSeconds: valueIn(before),
    foretold: null,
    underThisLoad: null,
    leftAlone: null,
    measuredSeconds: valueIn(after),
    loadRatio: Number.isFinite(ratio) ? ratio : null,
    errorRatio: null,
  }
}

function minuteOf({ domains }: HostMinute, name: string) {
  return domains.find(({ domain }) => domain === name)
}

function middle(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? null
}
