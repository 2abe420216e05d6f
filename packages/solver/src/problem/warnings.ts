import type { Reason } from '@steelyard/model'
import type { StepReason } from './grid-steps.ts'
import type { PosedGrid } from './pose-grid.ts'
import type { Prediction, SolutionWarningCode } from './weight-solution.ts'

const stepSentences: Record<StepReason, string> = {
  'kept-domains': 'The share that the kept domains leave is not a whole number of steps.',
  'many-domains': 'The requested steps leave the domains no choice.',
  'alike-domains': 'The requested steps cannot be divided equally among domains that are alike.',
}

type Warning = Reason<SolutionWarningCode>

/** Where the grid differs from what a reader would assume. */
export function posedWarnings(posed: PosedGrid, askedStep: number): Warning[] {
  const warnings: Warning[] = posed.idle.map((name) => ({
    code: 'idle-domain-kept',
    sentence: `${name} answered no request in this window, so it keeps its share.`,
    numbers: {},
  }))
  if (posed.stepReason !== null) {
    warnings.push({
      code: 'step-adjusted',
      sentence: `${stepSentences[posed.stepReason]} The free shares are divided in ${posed.grid.steps} steps of ${posed.unitShare.toFixed(4)} instead of steps of ${askedStep}.`,
      numbers: { stepShare: posed.unitShare, askedStepShare: askedStep },
    })
  }
  return [...warnings, ...domain0Warning(posed.domain0Share)]
}

/** Domain-0 keeps its integer, but the share that this represents depends on the guests' sum. */
export function domain0Warning({ before, after }: { before: number; after: number }): Warning[] {
  if (Math.abs(after - before) <= 1e-9) return []
  return [
    {
      code: 'domain0-share-moves',
      sentence: `Domain-0 keeps its weight, but the guests' sum changes: its share goes from ${before.toFixed(3)} to ${after.toFixed(3)}.`,
      numbers: { before, after },
    },
  ]
}

/** Domains that kept their target before and are predicted to miss it now. */
export function pushedWarnings(before: Prediction[], after: Prediction[]): Warning[] {
  return after.flatMap((prediction, index) => {
    if (prediction.meetsTarget !== false || before[index]!.meetsTarget !== true) return []
    return [
      {
        code: 'pushes-over-target' as const,
        sentence: `${prediction.name} keeps its target now and is predicted to miss it.`,
        numbers: {
          predictedSeconds: prediction.predictedSeconds!,
          targetSeconds: prediction.targetSeconds!,
        },
      },
    ]
  })
}

/** The grid keeps every target, but rounding to integers may miss one by a hair. */
export function roundingWarnings(after: Prediction[]): Warning[] {
  return after
    .filter((prediction) => prediction.meetsTarget === false)
    .map((prediction) => ({
      code: 'rounding-misses-target' as const,
      sentence: `${prediction.name} keeps its target at the exact share, but not at the rounded weight.`,
      numbers: {
        predictedSeconds: prediction.predictedSeconds!,
        targetSeconds: prediction.targetSeconds!,
      },
    }))
}
