import type { Outcome } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { presentPrediction } from '../../analyses/present/present-prediction.ts'
import { isoOf } from '../../iso-of.ts'
import { toMs } from '../../milliseconds.ts'
import type { DomainOutcome, EarlierOutcome, StoredOutcome } from '../../stored-outcome.ts'

/** How a change came out, in milliseconds and words. */
export function presentOutcome(stored: StoredOutcome | EarlierOutcome, judgedAt: Date): Outcome {
  if (stored.version === undefined) return { ...stored, worst: stored.worst ?? null }
  const { state, worst } = stored
  return {
    state,
    judgedAt: judgedAt.toISOString(),
    from: isoOf(stored.fromEpochSeconds),
    to: isoOf(stored.toEpochSeconds),
    domains: stored.domains.map(presentDomain),
    worst,
    statement: words.loop.outcome(stored),
  }
}

function presentDomain({
  domain,
  targetSeconds,
  beforeSeconds,
  measuredSeconds,
  loadRatio,
  errorRatio,
  ...times
}: DomainOutcome): Outcome['domains'][number] {
  return {
    domain,
    targetMs: toMs(targetSeconds),
    beforeMs: toMs(beforeSeconds),
    foretold: presentPrediction(times.foretold),
    underThisLoad: presentPrediction(times.underThisLoad),
    leftAlone: presentPrediction(times.leftAlone),
    measuredMs: toMs(measuredSeconds),
    loadRatio,
    errorRatio,
  }
}
