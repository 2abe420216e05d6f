import type { AnalysisResult, WeightRow } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'
import { presentPrediction } from './present-prediction.ts'

type Known = Pick<AnalysisResult, 'options' | 'sandpiper' | 'sandpiperBeside' | 'domains'>

/** Undefined for what an earlier version found. */
export function presentOptions(
  { options, ...result }: Known,
  targets: readonly contract.SlaTarget[],
): contract.WeightOptions | undefined {
  if (!options) return undefined
  return {
    predictor: options.by,
    rows: options.rows.map(presentRow),
    absent: options.absent.map((each) => ({
      name: each.name,
      text: words.analyses.absentOption(each, () => words.analyses.sandpiperKeeps(result, targets)),
    })),
    headline: words.analyses.optionsHeadline(options),
    statement: words.analyses.moreRoom(options),
  }
}

function presentRow({ names, domains, payers, worst }: WeightRow): contract.WeightRow {
  return {
    names,
    domains: domains.map(({ predicted, ...each }) => ({
      ...each,
      predicted: presentPrediction(predicted),
    })),
    payers,
    room: worst && 1 - worst.ratio,
  }
}
