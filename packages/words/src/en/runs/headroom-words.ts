import type { Headroom } from '@steelyard/analysis'
import { formatFactor, formatRoughPercent, formatTargetMs } from '@steelyard/contract/format'

/** The lightest load considered. */
const LEAST_FACTOR = 0.05

/** Says how much more load a domain can bear, as what follows its name. */
export function headroomWords(headroom: Headroom, targetMs: number | null): string {
  const { breaksAtFactor, limit, points } = headroom
  if (breaksAtFactor === null) {
    const last = points.at(-1)
    if (!last) return 'has no known limit'
    return targetMs === null
      ? `handles at least ${formatFactor(last.loadFactor)} the load`
      : `stays within ${formatTargetMs(targetMs)} up to ${formatFactor(last.loadFactor)} the load and beyond`
  }
  const at = `from ${formatFactor(breaksAtFactor)} the load on${intervalWords(headroom)}`
  if (limit === 'saturation') return `has a queue that grows without bound ${at}`
  if (breaksAtFactor <= LEAST_FACTOR) return `is over ${formatTargetMs(targetMs)} at any load`
  return `is over ${formatTargetMs(targetMs)} ${at}`
}

/** The interval of the break, as far as it lies within the loads examined. */
function intervalWords({ breaksBetween }: Headroom): string {
  if (!breaksBetween) return ''
  const { lowFactor, highFactor } = breaksBetween
  return highFactor === null
    ? ` (${formatFactor(lowFactor)} at the earliest)`
    : ` (${formatFactor(lowFactor)} to ${formatFactor(highFactor)})`
}

/**
 * Says for the whole host which domain breaks first, and at how much more load.
 * @param headroom the least first
 */
export function headroomSentence(headroom: readonly Headroom[]): string {
  const first = headroom.find((each) => each.breaksAtFactor !== null)
  if (!first?.breaksAtFactor) return 'No guest reaches its limit in the range of loads examined.'
  const limit = first.limit === 'saturation' ? 'saturates' : 'misses its target'
  if (first.breaksAtFactor <= LEAST_FACTOR) return `${first.domain} ${limit} at any load.`
  if (first.breaksAtFactor <= 1) {
    // Of the factor as it is written, so that both say the same.
    const less = formatRoughPercent(1 - Math.round(first.breaksAtFactor * 100) / 100)
    return `${first.domain} already ${limit}: it needs ${less} less load.`
  }
  return `${first.domain} is the first to break: it ${limit} from ${formatFactor(first.breaksAtFactor)} the analysed load on.`
}
