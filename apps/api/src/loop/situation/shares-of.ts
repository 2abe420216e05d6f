/** The shares of the guests' weights; Domain-0 is no guest. */
export function sharesOf(weights: ReadonlyMap<string, number>): Record<string, number> {
  const guests = [...weights].filter(([domain]) => domain !== 'Domain-0')
  const sum = guests.reduce((total, [, weight]) => total + weight, 0)
  return Object.fromEntries(guests.map(([domain, weight]) => [domain, weight / sum]))
}
