import type { PosedGrid } from './pose-grid.ts'
import type { Prediction, SolutionWarning } from './weight-solution.ts'

/** Where the grid differs from what a reader would assume. */
export function posedWarnings(posed: PosedGrid, askedStepShare: number): SolutionWarning[] {
  const warnings: SolutionWarning[] = posed.idle.map((domain) => ({
    code: 'idle-domain-kept',
    domain,
  }))
  if (posed.stepReason !== null) {
    warnings.push({
      code: 'step-adjusted',
      reason: posed.stepReason,
      steps: posed.grid.steps,
      stepShare: posed.unitShare,
      askedStepShare,
    })
  }
  const { domain0Needs: needs, domain0Share, guestTotal } = posed
  if (needs !== null) warnings.push({ code: 'domain0-keeps-credits', guestTotal, needs })
  return [...warnings, ...domain0Warning(domain0Share)]
}

/** Domain-0 keeps its integer, but the share that this represents depends on the guests' sum. */
export function domain0Warning({
  before,
  after,
}: {
  before: number
  after: number
}): SolutionWarning[] {
  if (Math.abs(after - before) <= 1e-9) return []
  return [{ code: 'domain0-share-moves', before, after }]
}

/** Domains that kept their target before and are predicted to miss it now. */
export function pushedWarnings(before: Prediction[], after: Prediction[]): SolutionWarning[] {
  return after
    .filter(
      ({ meetsTarget }, index) => meetsTarget === false && before[index]!.meetsTarget === true,
    )
    .map((prediction) => missed('pushes-over-target', prediction))
}

/** The grid keeps every target, but rounding to integers may miss one by a hair. */
export function roundingWarnings(after: Prediction[]): SolutionWarning[] {
  return after
    .filter(({ meetsTarget }) => meetsTarget === false)
    .map((prediction) => missed('rounding-misses-target', prediction))
}

function missed(
  code: 'pushes-over-target' | 'rounding-misses-target',
  { name, predictedSeconds, targetSeconds }: Prediction,
): SolutionWarning {
  return {
    code,
    domain: name,
    predictedSeconds: predictedSeconds!,
    targetSeconds: targetSeconds!,
  }
}
