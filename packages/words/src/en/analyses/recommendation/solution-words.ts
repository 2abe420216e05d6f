import {
  formatCount,
  formatPercentTenths,
  formatRoughPercent,
  formatShare,
} from '@steelyard/contract/format'
import type { NotProvenCause, SolutionWarning } from '@steelyard/solver'

/** Explains why weights are not proven to be the best. */
export function causeWords(cause: NotProvenCause): string {
  switch (cause.code) {
    case 'time-limit': {
      const within = cause.gap === null ? '' : `; ${aboveOptimum(cause.gap)}`
      return `The time limit ended the search: this is the best allocation known${within}.`
    }
    case 'too-many-allocations':
      return `The grid has ${formatCount(cause.allocations)} allocations. A quicker model ranked them. The simulation played ${formatCount(cause.played)}: the best ranked, and those next to the best.`
    case 'search':
      return `The model evaluated ${cause.asked} allocations, not all: none of them is better.`
    case 'loose-bounds': {
      const open =
        cause.gap === null ? 'whether any meet every target is open' : aboveOptimum(cause.gap)
      return `The grid is too large to try all of it: ${cause.asked} allocations were evaluated. Bounds assume the best case for each pair of guests, and rule out too little of the rest: ${open}.`
    }
  }
}

function aboveOptimum(gap: number): string {
  return `it is at most ${formatPercentTenths(gap)} above the optimum`
}

const STEP_REASONS = {
  'kept-domains': 'The share that the kept guests leave is not a whole number of steps.',
  'many-domains': 'The requested steps leave the guests no choice.',
  'alike-domains': 'The requested steps cannot be divided equally among guests that are alike.',
}

/** States what a reader of new weights should know. */
export function warningWords(warning: SolutionWarning): string {
  switch (warning.code) {
    case 'idle-domain-kept':
      return `${warning.domain} answered no request in this window, so it keeps its share.`
    case 'step-adjusted':
      return `${STEP_REASONS[warning.reason]} The free shares are divided in ${warning.steps} steps of ${warning.stepShare.toFixed(4)} instead of steps of ${warning.askedStepShare}.`
    case 'domain0-share-moves':
      return `Domain-0 keeps its weight, but the guests' sum changes: its share goes from ${formatShare(warning.before)} to ${formatShare(warning.after)}.`
    case 'domain0-keeps-credits':
      return `The guests’ weights add up to ${formatCount(warning.guestTotal)} instead of ${formatCount(5120)}, because Domain-0 needs ${formatPercentTenths(warning.needs)} of the credits.`
    case 'pushes-over-target':
      return `${warning.domain} keeps its target now and is predicted to miss it.`
    case 'rounding-misses-target':
      return `${warning.domain} keeps its target at the exact share, but not at the rounded weight.`
    case 'margin-not-kept':
      return `No weights that were tried keep every target with a margin of ${formatRoughPercent(warning.targetMargin)}: these keep the targets without it.`
    case 'no-smaller-change':
      return 'No smaller shift that keeps every target was found: these weights are best for the targets.'
    case 'others-as-good':
      return warning.allocations === 1
        ? 'The simulation cannot tell one other allocation from these weights, which change the shares less.'
        : `The simulation cannot tell ${formatCount(warning.allocations)} other allocations from these weights, which change the shares least.`
    case 'no-violators':
      return 'No guest that may be raised misses its target, so no weight is raised.'
  }
}
