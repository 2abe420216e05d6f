import type { LabVariant } from '@steelyard/contract'
import { formatItems, formatList, formatMs, formatNumber } from '@steelyard/contract/format'
import { changeOf } from '../forecast/change-words.ts'
import { wholeMeanMs } from './whole-mean.ts'

/** The shortest mean wins. A variant only counts if some domain gains beyond chance. */
function bestOf(variants: readonly LabVariant[], first: LabVariant): LabVariant | null {
  const before = wholeMeanMs(first) ?? 0
  const faster = variants.filter(
    (variant) => gaining(variant).length > 0 && (wholeMeanMs(variant) ?? before) < before,
  )
  return (
    faster.toSorted((a, b) => (wholeMeanMs(a) ?? before) - (wholeMeanMs(b) ?? before))[0] ?? null
  )
}

export function gaining({ domains }: Pick<LabVariant, 'domains'>): string[] {
  return whose(domains, 'gains')
}

export function paying({ domains }: Pick<LabVariant, 'domains'>): string[] {
  return whose(domains, 'pays')
}

function whose(domains: LabVariant['domains'], change: 'gains' | 'pays'): string[] {
  return domains
    .filter((domain) => domain.change && changeOf(domain.change) === change)
    .map(({ name }) => name)
}

export interface LabVerdict {
  headline: string
  /**
   * The best option available today if the winner is not available, and any variant that is faster
   * only at others’ expense.
   */
  more: string[]
}

/** Differences in fairness below this are noise between runs with equal shares. */
const FAIRNESS_GIVEN = 0.02

function keepsShares(variant: LabVariant, first: LabVariant): boolean {
  if (variant.fairness === null || first.fairness === null) return true
  return variant.fairness >= first.fairness - FAIRNESS_GIVEN
}

/** Says which variant helps which domains, what it costs, and whether a released Xen offers it. */
export function labVerdict(variants: readonly LabVariant[]): LabVerdict {
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
  if (!best) {
    return {
      headline: `No variant answers faster than “${first.label}” beyond chance${dear ? ' and leaves the others their shares' : ''}.`,
      more: dear ? [dearSentence(dear, first)] : [],
    }
  }
  const other = best.stockXen
    ? bestOf(
        fair.filter(({ stockXen }) => !stockXen),
        first,
      )
    : null
  return {
    headline: `${helpSentence(best, first, 'helps most')}${best.stockXen ? '' : ' No released Xen can do this.'}`,
    more: [
      ...(best.stockXen ? [] : [stockSentence(stock, first)]),
      ...(other ? [otherSentence(other)] : []),
      ...(dear ? [dearSentence(dear, first)] : []),
    ],
  }
}

function isFaster(variant: LabVariant, than: LabVariant): boolean {
  return (wholeMeanMs(variant) ?? Infinity) < (wholeMeanMs(than) ?? Infinity)
}

function stockSentence(stock: LabVariant | null, first: LabVariant): string {
  return stock
    ? `What stock Xen can do: ${helpSentence(stock, first, 'comes closest')}`
    : 'Nothing that stock Xen can do here answers faster beyond chance and leaves the others their shares.'
}

function otherSentence(other: LabVariant): string {
  return `“${other.label}” would bring the mean to ${formatMs(wholeMeanMs(other))}; no released Xen can do it, and none needs to here.`
}

function dearSentence(dear: LabVariant, first: LabVariant): string {
  return `${dear.stockXen ? 'Stock Xen can go further' : 'Another policy can go further'} at the others’ expense: “${dear.label}” brings the mean to ${formatMs(wholeMeanMs(dear))}, and fairness from ${formatNumber(first.fairness)} to ${formatNumber(dear.fairness)}.`
}

function helpSentence(variant: LabVariant, first: LabVariant, verb: string): string {
  const [before, after] = [wholeMeanMs(first), wholeMeanMs(variant)]
  return `“${variant.label}” ${verb}: the mean over all requests goes from ${formatMs(before)} to ${formatMs(after)}; ${whoWords(variant)}.`
}

/** Names who gains and who loses: "vm1 gains, vm2 and vm3 pay". */
export function whoWords(variant: Pick<LabVariant, 'domains'>): string {
  const [gain, pay] = [gaining(variant), paying(variant)]
  const said = [
    ...(gain.length > 0 ? [`${formatList(gain)} ${gain.length > 1 ? 'gain' : 'gains'}`] : []),
    ...(pay.length > 0 ? [`${formatList(pay)} ${pay.length > 1 ? 'pay' : 'pays'}`] : []),
  ]
  return said.length > 0 ? formatItems(said) : 'no domain gains or pays beyond chance'
}
