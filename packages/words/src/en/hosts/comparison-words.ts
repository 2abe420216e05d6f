import type { DomainComparison } from '@steelyard/contract'
import { formatList, formatMs, formatRoughPercent } from '@steelyard/contract/format'

type Compared = Omit<DomainComparison, 'statement'>

/** A load that differs by less than this is called the same. */
const SAME_LOAD = 0.1

/** How one domain fared from one recording to the other, in a sentence. */
export function domainWords(compared: Compared): string {
  const { domain, before, after, changeMs } = compared
  if (!before || !after) {
    return `${domain} is only in the ${before ? 'earlier' : 'later'} of the two recordings.`
  }
  if (changeMs === null) return `${domain} was not measured in both recordings.`
  const times = `${formatMs(before.observedMs)} before, ${formatMs(after.observedMs)} after`
  return `${changeWords(compared)}: ${times}, ${loadWords(before, after)}.`
}

function changeWords({ domain, changeMs, beyondChance }: Compared): string {
  const direction = (changeMs ?? 0) < 0 ? 'faster' : 'slower'
  if (beyondChance) return `${domain} became ${direction}, beyond chance`
  if (beyondChance === false) return `The change of ${domain} is not beyond chance`
  return `${domain} looks ${direction}, but too few windows were measured to tell`
}

function loadWords(
  before: { arrivalRatePerSecond: number },
  after: { arrivalRatePerSecond: number },
): string {
  if (before.arrivalRatePerSecond === 0) return 'without load before'
  const change = after.arrivalRatePerSecond / before.arrivalRatePerSecond - 1
  if (Math.abs(change) < SAME_LOAD) return 'under about the same load'
  return `under ${formatRoughPercent(Math.abs(change))} ${change > 0 ? 'more' : 'less'} load`
}

/** The whole comparison in a sentence or two. */
export function comparisonWords(domains: readonly Compared[]): string {
  const named = (those: readonly Compared[]) => formatList(those.map(({ domain }) => domain))
  const clear = domains.filter(({ beyondChance }) => beyondChance)
  const faster = clear.filter(({ changeMs }) => changeMs !== null && changeMs < 0)
  const slower = clear.filter(({ changeMs }) => changeMs !== null && changeMs > 0)
  const same = domains.filter(({ beyondChance }) => beyondChance === false)
  const parts = [
    ...(faster.length > 0 ? [`${named(faster)} became faster`] : []),
    ...(slower.length > 0 ? [`${named(slower)} became slower`] : []),
    ...(same.length > 0 ? [`the change of ${named(same)} is not beyond chance`] : []),
  ]
  if (parts.length === 0) return 'Too little was measured in both recordings to compare them.'
  return `${formatList(parts).replace(/^the/, 'The')}.`
}
