/**
 * Divides the CPU among those who want it: by weight, nobody above what it can take, and what one
 * cannot take by weight among the others, until nobody can take more or nothing is left.
 * @param wanting whether each takes part; the others get 0
 * @param most CPUs that each can use
 * @returns CPUs for each
 */
export function divideCpus(
  cpus: number,
  wanting: readonly boolean[],
  weights: readonly number[],
  most: readonly number[],
): Float64Array {
  const given = new Float64Array(weights.length)
  let open = weights.flatMap((_, index) => (wanting[index] ? [index] : []))
  let left = cpus
  while (open.length > 0) {
    const sum = open.reduce((total, index) => total + weights[index]!, 0)
    const level = left / sum
    const full = open.filter((index) => weights[index]! * level >= most[index]!)
    if (full.length === 0) {
      for (const index of open) given[index] = weights[index]! * level
      break
    }
    for (const index of full) {
      given[index] = most[index]!
      left -= most[index]!
    }
    open = open.filter((index) => !full.includes(index))
  }
  return given
}
