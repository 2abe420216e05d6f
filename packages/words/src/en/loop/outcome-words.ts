import type { Outcome, OutcomeDomain, OutcomeState } from '@steelyard/contract'
import { formatList, formatMs, formatPrediction, formatTimes } from '@steelyard/contract/format'

/**
 * How a change came out, in a sentence or two.
 * @param deciding the domains that decided, where it was not confirmed
 */
export function outcomeWords(
  state: OutcomeState,
  domains: readonly OutcomeDomain[],
  deciding: readonly string[],
): string {
  const named = formatList([...deciding])
  const figures = domains.flatMap((each) => figuresOf(each) ?? [])
  const compared = figures.length === 0 ? '' : ` For the load that came: ${figures.join('; ')}.`
  switch (state) {
    case 'confirmed':
      return `The times came as foretold, or better.${compared}`
    case 'not-confirmed':
      return `${named} answered more slowly than foretold.${compared}`
    case 'worse':
      return `${named} would have answered faster had the weights been left alone.${compared}`
    case 'unknown':
      return named
        ? `Too little was observed of ${named} to tell.`
        : 'Too little was observed to tell.'
  }
}

/**
 * How a relief came out, by what was measured.
 * @param deciding the domains that decided, where it was not confirmed
 */
export function reliefOutcomeWords(
  state: OutcomeState,
  { before, after }: NonNullable<Outcome['worst']>,
  deciding: readonly string[],
): string {
  if (state === 'unknown' || after === null) return 'Too little was observed to tell.'
  const named = formatList([...deciding])
  const compared = `The worst time was ${formatTimes(before)} its target before the change, and is ${formatTimes(after)} its target now.`
  switch (state) {
    case 'confirmed':
      return `${after < 1 ? 'Every target is kept.' : 'A target is still missed, by less.'} ${compared}`
    case 'not-confirmed':
      return `${named} misses its target as before. ${compared}`
    case 'worse':
      return `${named} misses its target by far more, at no more load. ${compared}`
  }
}

function figuresOf({ domain, measuredMs, underThisLoad, leftAlone }: OutcomeDomain): string | null {
  if (measuredMs === null || underThisLoad === null) return null
  const alone = leftAlone ? `, ${formatPrediction(leftAlone)} with the earlier weights` : ''
  return `${domain} ${formatMs(measuredMs)}, where ${formatPrediction(underThisLoad)} was foretold${alone}`
}
