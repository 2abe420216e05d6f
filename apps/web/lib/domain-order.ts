import type { Host } from '@steelyard/contract'

/** Sorts what belongs to domains as the host lists them; a domain that it no longer has is last. */
export function inHostOrder<Item extends { domain: string }>(
  items: readonly Item[],
  { domains }: Pick<Host, 'domains'>,
): Item[] {
  const place = new Map(domains.map(({ name }, index) => [name, index]))
  const placeOf = ({ domain }: Item) => place.get(domain) ?? domains.length
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}
