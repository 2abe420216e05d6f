import type { LabResult, LabVariant } from '@steelyard/contract'
import { formatList, formatMs, formatNumber } from '@steelyard/contract/format'
import { changeWords, domainsThat } from './change-words.ts'

/** The shortest mean wins. A variant only counts if some domain gains beyond chance. */
function bestOf(variants: readonly LabVariant[], first: LabVariant): LabVariant | null {
  const before = first.meanMs ?? 0
  const faster = variants.filter(
    ({ domains, meanMs }) =>
      domainsThat('gains', domains).length > 0 && (meanMs ?? before) < before,
  )
  return faster.toSorted((a, b) => (a.meanMs ?? before) - (b.meanMs ?? before))[0] ?? null
}

/** The variant under which a single domain gains most, as a part of its time. */
function bestForOne(variants: readonly LabVariant[], first: LabVariant) {
  const gains = variants.flatMap((variant) =>
    variant.domains.flatMap((domain) => {
      const beforeMs = first.domains.find(({ name }) => name === domain.name)?.mean?.ms
      if (!domain.mean || !beforeMs || domainsThat('gains', [domain]).length === 0) return []
      return [{ variant, domain: domain.name, beforeMs, afterMs: domain.mean.ms }]
    }),
  )
  return gains.toSorted((a, b) => a.afterMs / a.beforeMs - b.afterMs / b.beforeMs)[0] ?? null
}

/** Differences in fairness below this are noise between runs with equal shares. */
const FAIRNESS_GIVEN = 0.02

function keepsShares(variant: LabVariant, first: LabVariant): boolean {
  if (variant.fairness === null || first.fairness === null) return true
  return variant.fairness >= first.fairness - FAIRNESS_GIVEN
}

/** Says which variant helps which domains, what it costs, and whether a released Xen offers it. */
export function labVerdict(variants: readonly LabVariant[]): LabResult['verdict'] {
  const [first, ...others] = variants
  if (!first || others.length === 0) {
    return { headline: 'There is nothing to compare with here.', more: [] }
  }
  const fair = others.filter((variant) => keepsShares(variant, first))
  const best = bestOf(fair, first)
  const stock = bestOf(
    fair.filter(({ stockXen }) => stockXen),
    first,
  )
  const dear = bestOf(
    others.filter((variant) => !fair.includes(variant) && isFaster(variant, stock ?? first)),
    first,
  )
  const more = dear ? [dearSentence(dear, first)] : []
  // What somebody can do today comes first, however much more another policy would help.
  if (stock) {
    const other = bestOf(
      fair.filter((variant) => !variant.stockXen && isFaster(variant, stock)),
      first,
    )
    const headline = helpSentence(stock, first, 'helps most of what a released Xen can do')
    return { headline, more: [...(other ? [otherSentence(other)] : []), ...more] }
  }
  const forOne = bestForOne(
    fair.filter(({ stockXen }) => stockXen),
    first,
  )
  if (forOne) {
    const headline = forOneSentence(forOne, first)
    return { headline, more: [...(best ? [otherSentence(best)] : []), ...more] }
  }
  if (!best) {
    const dearer = dear ? ' and leaves the others their shares' : ''
    return {
      headline: `No variant answers faster than “${first.label}” beyond chance${dearer}.`,
      more,
    }
  }
  return {
    headline: 'Nothing that a released Xen can do here answers faster beyond chance.',
    more: [`${helpSentence(best, first, 'helps most')} No released Xen can do this.`, ...more],
  }
}

function forOneSentence(
  { variant, domain, beforeMs, afterMs }: NonNullable<ReturnType<typeof bestForOne>>,
  first: LabVariant,
): string {
  const paying = domainsThat('pays', variant.domains)
  const price =
    paying.length === 0
      ? ''
      : `, while ${formatList(paying)} ${paying.length > 1 ? 'become' : 'becomes'} slower`
  return `Nothing that a released Xen can do lowers the mean over all requests of “${first.label}” beyond chance. But “${variant.label}” makes ${domain} faster: ${formatMs(beforeMs)} to ${formatMs(afterMs)}${price}.`
}

function isFaster(variant: LabVariant, than: LabVariant): boolean {
  return (variant.meanMs ?? Infinity) < (than.meanMs ?? Infinity)
}

function otherSentence(other: LabVariant): string {
  return `“${other.label}” would bring the mean to ${formatMs(other.meanMs)}; no released Xen can do it.`
}

function dearSentence(dear: LabVariant, first: LabVariant): string {
  return `${dear.stockXen ? 'Stock Xen can go further' : 'Another policy can go further'} at the others’ expense: “${dear.label}” brings the mean to ${formatMs(dear.meanMs)}, and fairness from ${formatNumber(first.fairness)} to ${formatNumber(dear.fairness)}.`
}

function helpSentence(variant: LabVariant, first: LabVariant, verb: string): string {
  const who = changeWords(variant.domains) ?? 'no guest changes beyond chance'
  return `“${variant.label}” ${verb}: the mean over all requests goes from ${formatMs(first.meanMs)} to ${formatMs(variant.meanMs)}; ${who}.`
}
