import type { OutcomeDomain, OutcomeState } from '@steelyard/contract'
import { formatList, formatMs, formatPrediction } from '@steelyard/contract/format'

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

function figuresOf({ domain, measuredMs, underThisLoad, leftAlone }: OutcomeDomain): string | null {
  if (measuredMs === null || underThisLoad === null) return null
  const alone = leftAlone ? `, ${formatPrediction(leftAlone)} with the earlier weights` : ''
  return `${domain} ${formatMs(measuredMs)}, where ${formatPrediction(underThisLoad)} was foretold${alone}`
}
