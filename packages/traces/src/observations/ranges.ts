export interface Range {
  from: number
  to: number
}

/** Merges ranges into sorted, disjoint ones; ranges closer than `join` become one. */
export function union(ranges: Range[], join: number): Range[] {
  const sorted = [...ranges].sort((a, b) => a.from - b.from)
  const joined: Range[] = []
  for (const range of sorted) {
    const last = joined.at(-1)
    if (last && range.from <= last.to + join) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}

/** The parts of sorted, disjoint ranges that lie outside all holes. */
export function without(ranges: readonly Range[], holes: readonly Range[]): Range[] {
  return union([...holes], 0).reduce<Range[]>(
    (left, hole) =>
      left.flatMap(({ from, to }) =>
        hole.to <= from || hole.from >= to
          ? { from, to }
          : [
              ...(from < hole.from ? [{ from, to: hole.from }] : []),
              ...(hole.to < to ? [{ from: hole.to, to }] : []),
            ],
      ),
    [...ranges],
  )
}

export function overlapOf(ranges: Range[], from: number, to: number): number {
  let sum = 0
  for (const range of ranges)
    sum += Math.max(0, Math.min(range.to, to) - Math.max(range.from, from))
  return sum
}

/** Whether two of the ranges overlap by more than `tolerance`. */
export function anyOverlap(ranges: Range[], tolerance: number): boolean {
  const sorted = [...ranges].sort((a, b) => a.from - b.from)
  let end = Number.NEGATIVE_INFINITY
  for (const range of sorted) {
    if (Math.min(end, range.to) - range.from > tolerance) return true
    end = Math.max(end, range.to)
  }
  return false
}
