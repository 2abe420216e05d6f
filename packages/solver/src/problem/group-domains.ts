import type { WeightProblem } from './weight-problem.ts'
import { WeightProblemError } from './weight-problem-error.ts'

/**
 * Groups of domains that get equal steps, in the order of the load: the domains that `alike` lists
 * together, and every other on its own. Kept domains are always on their own.
 * @throws WeightProblemError `alike-twice` when a domain is in two groups
 */
export function groupDomains(
  { load, alike = [] }: WeightProblem,
  kept: ReadonlySet<string>,
): string[][] {
  const groupOf = new Map<string, string[]>()
  for (const group of alike) {
    for (const name of new Set(group)) {
      if (groupOf.has(name)) {
        throw new WeightProblemError('alike-twice', `${name} is in two groups of alike domains.`, {
          name,
        })
      }
      groupOf.set(name, group)
    }
  }
  const names = load.domains.map(({ name }) => name)
  const groups = Map.groupBy(names, (name) => (kept.has(name) ? name : (groupOf.get(name) ?? name)))
  return [...groups.values()]
}
