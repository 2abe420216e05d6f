import type { LabVariant, Lever, Levers } from '@steelyard/contract'
import { formatList, formatPredictedMs, formatTargetMs } from '@steelyard/contract/format'

type RankedLever = Omit<Lever, 'effect'>

type RankedLevers = Pick<Levers, 'violating' | 'winnerId' | 'nextId' | 'lead'> & {
  ranked: readonly RankedLever[]
}

type LeverDomain = Lever['domains'][number]

type Labels = readonly Pick<LabVariant, 'id' | 'label'>[]

function labelOf(variants: Labels, id: string): string {
  return variants.find((variant) => variant.id === id)?.label ?? id
}

/** A label for use within a sentence: names of domains and schedulers keep their capitals. */
function within(label: string): string {
  return /^(The|Caps|No|Slices|Nothing|Guests)\b/.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label
}

/** States the winner, with the prediction for each domain that misses its target. */
export function winnerSentence(levers: RankedLevers, labels: Labels): string {
  const winner = levers.ranked.find(({ variantId }) => variantId === levers.winnerId)
  if (!winner) return noWinner(levers, labels)
  const label = within(labelOf(labels, winner.variantId))
  const violating = winner.domains.filter(({ domain }) => levers.violating.includes(domain))
  if (violating.length === 0) {
    const before = winner.mean && winner.change ? winner.mean.ms - winner.change.ms : null
    return `With ${label} a request is predicted to take ${formatPredictedMs(winner.mean?.ms)} instead of ${formatPredictedMs(before)} on average.`
  }
  return `With ${label} ${formatList(violating.map(movedWords))}, and ${targetsWords(winner)}.`
}

function movedWords({ domain, predictedNow, predictedThen, targetMs }: LeverDomain): string {
  const target = targetMs === null ? '' : ` (target ${formatTargetMs(targetMs)})`
  return predictedThen === null
    ? `${domain} has left`
    : `${domain} is predicted to take ${formatPredictedMs(predictedThen.ms)} instead of ${formatPredictedMs(predictedNow?.ms)}${target}`
}

function targetsWords({ over, kind }: RankedLever): string {
  if (over.length === 0) {
    return kind === 'migration' ? 'every target is met here' : 'every target is met'
  }
  return `${formatList(over)} ${over.length > 1 ? 'stay' : 'stays'} over target`
}

function noWinner({ ranked }: RankedLevers, labels: Labels): string {
  const [dreamt] = ranked.filter(({ helps }) => helps)
  const nothing = 'Nothing that a released Xen can do on this host helps beyond chance.'
  return dreamt ? `${nothing} ${labelOf(labels, dreamt.variantId)} would.` : nothing
}

/** Says how clear the lead over the second lever is. Null without a second. */
export function leadSentence(
  { ranked, nextId, lead }: RankedLevers,
  labels: Labels,
): string | null {
  if (nextId === null || lead === null) return null
  const next = within(labelOf(labels, nextId))
  const far = formatPredictedMs(Math.abs(lead.ms))
  const leaves = ranked.some(({ variantId, kind }) => variantId === nextId && kind === 'migration')
  const request = leaves ? 'a request of those that stay' : 'a request'
  if (lead.highMs < 0) return `Clearly ahead of ${next}: by ${far} ${request}.`
  if (lead.lowMs > 0) {
    return `With ${next}, ${request} would take ${far} less, and targets are met as well. But it needs room elsewhere.`
  }
  return `Whether it is better than ${next} is not clear: the difference may be chance.`
}
