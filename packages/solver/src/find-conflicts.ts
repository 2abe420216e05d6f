/**
 * Irreducible infeasible sets of targets by the deletion filter (Chinneck 2008): drop the targets
 * one by one and leave each out if the rest stays infeasible. Repeated from each target in turn,
 * because different orders find different sets.
 * @param isFeasible whether these targets can be met together; must not become true by adding one
 */
export function findConflicts(
  names: readonly string[],
  isFeasible: (names: readonly string[]) => boolean,
): string[][] {
  if (isFeasible(names)) return []
  const found = new Map<string, string[]>()
  for (const first of names.keys()) {
    const order = [...names.slice(first), ...names.slice(0, first)]
    let remaining = names
    for (const name of order) {
      const without = remaining.filter((other) => other !== name)
      if (!isFeasible(without)) remaining = without
    }
    found.set(remaining.join('\n'), [...remaining])
  }
  return [...found.values()]
}
