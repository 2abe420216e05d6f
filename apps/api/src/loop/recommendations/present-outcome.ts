import type { Outcome, OutcomeState } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { presentPrediction } from '../../analyses/present/present-prediction.ts'
import { isoOf } from '../../epoch.ts'
import type { HostRecommendationModel } from '../../generated/prisma/models.ts'
import { isToCome, versionOf } from '../../json-column.ts'
import { toMs } from '../../milliseconds.ts'
import { type DomainOutcome, storedOutcome } from '../../stored-outcome.ts'

/** What a row says of it. */
interface JudgedRow extends Pick<HostRecommendationModel, 'outcome' | 'judgedAt'> {
  outcomeEvidence: unknown
}

/** How a change came out, in milliseconds and words. Null while nobody knows. */
export function presentOutcome({ outcome, outcomeEvidence, judgedAt }: JudgedRow): Outcome | null {
  const version = versionOf(outcomeEvidence)
  if (isToCome(version, 2)) return ofVersionToCome(version, outcome as OutcomeState, judgedAt!)
  const stored = storedOutcome.readIfAny(outcomeEvidence)
  if (stored === null) return null
  if (stored.version === undefined) return { ...stored, worst: stored.worst ?? null }
  const { state, worst } = stored
  return {
    state,
    judgedAt: judgedAt!.toISOString(),
    from: isoOf(stored.fromEpochSeconds),
    to: isoOf(stored.toEpochSeconds),
    domains: stored.domains.map(presentDomain),
    worst,
    statement: words.loop.outcome(stored),
  }
}

/** It must not hide the recommendations beside it. */
function ofVersionToCome(version: unknown, state: OutcomeState, judgedAt: Date): Outcome {
  const at = judgedAt.toISOString()
  const statement = words.unknownForm(version)
  return { state, judgedAt: at, from: at, to: at, domains: [], worst: null, statement }
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
