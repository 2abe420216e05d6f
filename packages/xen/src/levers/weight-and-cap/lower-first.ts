/**
 * Sorts lowered weights first. The sum of weights then never exceeds the larger of its values
 * before and after, so Domain-0's share never falls below the smaller of its own two.
 */
export function lowerFirst<T>(items: T[], from: (item: T) => number, to: (item: T) => number): T[] {
  return items.toSorted((a, b) => to(a) - from(a) - (to(b) - from(b)))
}
