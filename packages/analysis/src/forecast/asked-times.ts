import { DOMAIN0_NAME, type FormulaId, valueFor } from '@steelyard/model'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { type AnalysedHost, measuredByOf } from '../prediction/analysed-host.ts'
import type { ModelTimes } from '../prediction/prediction.ts'
import type { PredictionQuestion } from '../prediction/predictor-basis.ts'
import { formulaAnswer, formulaTimes } from '../prediction/predictors.ts'
import { type AskedHost, asAnalysed, isAsAnalysed, isSameHost } from './asked-host.ts'
import { askedLoad } from './asked-load.ts'
import { notSeen } from './not-seen.ts'

/** The predictor’s times for a question, as far as they are known without a simulation. */
interface AskedTimes {
  /**
   * `final`: the predictor’s own. `provisional`: the quick formula’s change applied to what the
   * predictor says of the host as it was analysed, with the doubt in that.
   */
  state: 'final' | 'provisional'
  times: ModelTimes
}

/**
 * Answers a question at once.
 * @param quickNow the quick formula's times for the host as it was analysed, where many questions
 *   are asked about one host
 */
export function askedTimes(
  host: AnalysedHost,
  asked: AskedHost,
  quickNow?: ModelTimes,
): AskedTimes {
  const known = knownTimes(host, asked)
  if (known) return { state: 'final', times: known }
  const { by, quick } = host.basis
  if (by !== 'twin' && !isBlind(by, host, asked)) {
    return { state: 'final', times: formulaTimesFor(by, host, asked) }
  }
  const now = quickNow ?? quickTimesNow(host)
  const then = formulaTimesFor(quick, host, asked)
  return { state: 'provisional', times: doubted(host, provisionalTimes(host, now, then), now) }
}

/**
 * The times with the doubt in the quick formula, whose change they take over: as far as it was from
 * the predictor about the host as it was analysed. Who disagrees there cannot be expected to agree
 * elsewhere. The measure is our own; with it the final answer seldom lies outside the provisional one.
 */
function doubted({ basis }: AnalysedHost, times: ModelTimes, quickNow: ModelTimes): ModelTimes {
  return new Map(
    [...times].map(([domain, time]) => {
      const [own, quick] = [valueFor(basis.now, domain), quickNow.get(domain)]
      if (!time || !own || !quick) return [domain, time]
      return [domain, { ...time, doubt: Math.abs(Math.log(own.seconds / quick.seconds)) }]
    }),
  )
}

/** The host as it was analysed, and under the advised weights. */
function knownTimes({ known, basis }: AnalysedHost, asked: AskedHost): ModelTimes | null {
  const now = asAnalysed(known)
  if (isSameHost(asked, now)) return new Map(Object.entries(basis.now))
  if (!basis.advised) return null
  const { weights, times } = basis.advised
  const advised = {
    ...now,
    domains: now.domains.map((each) => ({
      ...each,
      weight: valueFor(weights, each.name) ?? each.weight,
    })),
    domain0Weight: weights[DOMAIN0_NAME] ?? now.domain0Weight,
  }
  return isSameHost(asked, advised) ? new Map(Object.entries(times)) : null
}

/** What is asked: about the host as it was analysed, or about another. */
export function questionOf(known: AnalysisLoad, asked: AskedHost): PredictionQuestion {
  return isAsAnalysed(known, asked) ? 'diagnosis' : 'forecast'
}

/** Whether the question changes something that the formula does not see. */
function isBlind(by: FormulaId, { known }: AnalysedHost, asked: AskedHost): boolean {
  return notSeen(asAnalysed(known), asked).some(
    ({ asked: isAsked, estimators }) => isAsked && estimators.includes(by),
  )
}

/** One formula’s own times for a question, level by level as in the analysis. */
export function formulaTimesFor(
  id: FormulaId,
  { known, basis }: AnalysedHost,
  asked: AskedHost,
): ModelTimes {
  const wanted = askedLoad(known, asked)
  const answer = formulaAnswer(id, {
    load: wanted.load,
    levels: known.levels.map((level) => ({
      ...level,
      load: askedLoad({ ...known, load: level.load }, asked).load,
    })),
    weights: wanted.weights,
    options: { ...known.options, delayAwareFit: known.calibration.delayAware },
    measuredBy: measuredByOf(known),
    targets: basis,
  })
  return formulaTimes(answer, basis.statistic)
}

/** The quick formula’s times for the host as it was analysed. */
export function quickTimesNow(host: AnalysedHost): ModelTimes {
  return formulaTimesFor(host.basis.quick, host, asAnalysed(host.known))
}

/** What the predictor says of the host as it was analysed, with the change that a formula sees. */
export function provisionalTimes(
  { basis }: AnalysedHost,
  now: ModelTimes,
  then: ModelTimes,
): ModelTimes {
  return new Map(
    Object.entries(basis.now).map(([domain, time]) => {
      const [before, after] = [now.get(domain), then.get(domain)]
      if (!time || !before || !after) return [domain, null]
      return [domain, { ...time, seconds: (time.seconds * after.seconds) / before.seconds }]
    }),
  )
}
