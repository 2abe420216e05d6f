import type { LabSweepPoint } from '@steelyard/contract'
import { formatMs } from '@steelyard/contract/format'

/** The half-width of the 95 % interval, such as " ± 2.10 ms". Empty where nothing is known. */
export function plusMinus({ mean }: Pick<LabSweepPoint, 'mean'>): string {
  return mean ? ` ± ${formatMs(mean.highMs - mean.ms)}` : ''
}

/** The value that decides the colour. Loans that tie with the fastest share its value. */
export function shadedMs(points: readonly LabSweepPoint[]): Map<LabSweepPoint, number | null> {
  const least = Math.min(...points.flatMap(({ meanMs }) => meanMs ?? []))
  return new Map(points.map((point) => [point, point.tiedForSoonest ? least : point.meanMs]))
}

/** Says which loans differ beyond chance. Null where there is nothing to compare. */
export function chanceSentence(points: readonly LabSweepPoint[]): string | null {
  if (points.length < 2) return null
  const tied = points.filter(({ tiedForSoonest }) => tiedForSoonest).length
  if (tied === points.length) {
    return 'The fastest loan cannot be determined: every difference from the lowest mean may be chance. A longer recording would show more.'
  }
  return tied === 1
    ? 'One loan answers sooner than all others beyond chance.'
    : `${tied} of ${points.length} loans are as fast as the fastest, within chance, and share its colour.`
}
