import type { AnalysisResult, WeightOption } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'
import { presentPrediction } from './present-prediction.ts'

export function presentBesideSandpiper(
  result: Pick<AnalysisResult, 'sandpiper' | 'sandpiperBeside' | 'domains'>,
  targets: readonly contract.SlaTarget[],
): contract.BesideSandpiper {
  const { sandpiperBeside: beside } = result
  return {
    statement: beside
      ? words.analyses.sandpiperActs(beside)
      : words.analyses.sandpiperKeeps(result, targets),
    objective: beside?.objective ?? null,
    options: beside?.options.map(presentOption) ?? [],
  }
}

function presentOption({ domains, ...option }: WeightOption): contract.WeightOption {
  return {
    ...option,
    domains: domains.map(({ predicted, ...each }) => ({
      ...each,
      predicted: presentPrediction(predicted),
    })),
  }
}
