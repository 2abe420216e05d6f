import { LOCALE } from './digits.ts'

const conjunction = new Intl.ListFormat(LOCALE)
const disjunction = new Intl.ListFormat(LOCALE, { type: 'disjunction' })
const items = new Intl.ListFormat(LOCALE, { type: 'unit', style: 'short' })

/** Joins for a sentence: "vm1", "vm1 and vm2", "vm1, vm2 and vm3". */
export function formatList(parts: readonly string[]): string {
  return conjunction.format(parts)
}

/** Joins for a sentence in which one is enough: "vm1", "vm1 or vm2", "vm1, vm2 or vm3". */
export function formatEither(parts: readonly string[]): string {
  return disjunction.format(parts)
}

/** Joins for a cell or a line of details: "vm1, vm2, vm3". */
export function formatItems(parts: readonly string[]): string {
  return items.format(parts)
}
