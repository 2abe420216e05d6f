import type { Outcome, OutcomeDomain } from '@steelyard/contract'
import type { HostMinute, JudgedOutcome, Relief, WeighedDomain, WeighedHost } from '@steelyard/loop'
import { isoOf } from '../../iso-of.ts'
import { toMs } from '../../milliseconds.ts'
import { reliefOutcomeWords } from './outcome-words.ts'

interface Came {
  relief: Relief
  host: WeighedHost
  /** The newest last. */
  minutes: readonly HostMinute[]
  appliedAtEpochSeconds: number
  judgedAt: Date
}

const MINUTE_SECONDS = 60
/** The middle of so many minutes stands for before and after, as where relief is judged. */
const JUDGED_MINUTES = 3

/** How a relief came out: what was measured before the change and after it. */
export function reliefOutcomeOf({ state, domains: deciding }: JudgedOutcome, came: Came): Outcome {
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
    after: middle(after.flatMap((minute) => worstIn(minute, targeted) ?? [])),
  }
  const judgedTo = judgedAt.getTime() / 1000
  return {
    state,
    judgedAt: judgedAt.toISOString(),
    from: isoOf(after[0]?.startEpochSeconds ?? appliedAt),
    to: isoOf(after.length > 0 ? after.at(-1)!.startEpochSeconds + MINUTE_SECONDS : judgedTo),
    domains: targeted.map((each) => domainOutcome(each, before, after)),
    worst,
    statement: reliefOutcomeWords(state, worst, deciding),
  }
}

function domainOutcome(
  { domain, targetSeconds }: WeighedDomain,
  before: readonly HostMinute[],
  after: readonly HostMinute[],
): OutcomeDomain {
  const valueIn = (minutes: readonly HostMinute[]) =>
    middle(minutes.flatMap((minute) => minuteOf(minute, domain)?.valueSeconds ?? []))
  const rateIn = (minutes: readonly HostMinute[]) =>
    minutes.reduce((sum, minute) => sum + (minuteOf(minute, domain)?.requests ?? 0), 0) /
    minutes.length
  const ratio = rateIn(after) / rateIn(before)
  return {
    domain,
    targetMs: toMs(targetSeconds),
    beforeMs: toMs(valueIn(before)),
    foretold: null,
    underThisLoad: null,
    leftAlone: null,
    measuredMs: toMs(valueIn(after)),
    loadRatio: Number.isFinite(ratio) ? ratio : null,
    errorRatio: null,
  }
}

function minuteOf({ domains }: HostMinute, name: string) {
  return domains.find(({ domain }) => domain === name)
}

/** The worst time over target in a minute. Null where none was measured. */
function worstIn(minute: HostMinute, targeted: readonly WeighedDomain[]): number | null {
  const ratios = targeted.flatMap(({ domain, targetSeconds }) => {
    const value = minuteOf(minute, domain)?.valueSeconds ?? null
    return value === null ? [] : value / targetSeconds!
  })
  return ratios.length === 0 ? null : Math.max(...ratios)
}

function middle(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? null
}
