import type * as contract from '@steelyard/contract'
import { analyseRecording, type Question } from '../analyse-recording.ts'
import type { Weights, Wish } from '../apply-weights.ts'
import type { Laboratory } from '../laboratory.ts'

/** What an analysis of the overloaded intervals says. */
export interface Opinion {
  analysisId: string
  verdict: contract.Verdict
  headline: string
  advice: 'change' | 'leave' | null
  reason: string | null
  /** Those that it recommends; null without a recommendation. */
  weights: Weights | null
}

export interface Decision {
  /** By eq (5) to (7): R_Peak from the means of windows, the least total delay. */
  asPaper: Opinion
  /** By the product's own rules. */
  byDefault: Opinion
  /** What is to be applied. */
  wish: Wish
}

/**
 * Asks for weights by the paper's rules and by default. The paper's come first, for they are under
 * test; where the product advises against any change, those of eq (7) are set by hand.
 */
export async function decideWeights(
  laboratory: Laboratory,
  uploadId: string,
  question: Omit<Question, 'name' | 'options'>,
): Promise<Decision> {
  const paper = await analyseRecording(laboratory, uploadId, {
    ...question,
    name: 'As the paper decides',
    options: { objective: 'total-delay', decisionRule: 'printed' },
  })
  const asPaper = opinionOf(paper)
  const byDefault = opinionOf(
    await analyseRecording(laboratory, uploadId, { ...question, name: 'By default' }),
  )
  const recommending = [asPaper, byDefault].find(({ advice }) => advice === 'change')
  const wish = recommending
    ? { analysisId: recommending.analysisId }
    : { weights: ofEquation7(paper.result) }
  return { asPaper, byDefault, wish }
}

function opinionOf({ id, result }: Awaited<ReturnType<typeof analyseRecording>>): Opinion {
  const { verdict, headline, recommendation } = result
  const domains = recommendation?.domains ?? []
  return {
    analysisId: id,
    verdict,
    headline,
    advice: recommendation?.advice ?? null,
    reason: recommendation?.reason ?? null,
    weights: recommendation
      ? Object.fromEntries(domains.map(({ domain, weightAfter }) => [domain, weightAfter]))
      : null,
  }
}

/** The exact minimum of eq (7), whether or not anything speaks against it. */
function ofEquation7({ asPrinted }: contract.AnalysisResult): Weights {
  const { domains } = asPrinted!.totalDelay!
  return Object.fromEntries(domains.map(({ domain, correctedWeight }) => [domain, correctedWeight]))
}
