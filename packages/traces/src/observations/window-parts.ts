/** Limits the parts of a window, which keeps stored windows small. */
const MOST_PARTS = 60

/**
 * Number of equal parts of a window: of one second each, or of the shortest length that the limit
 * allows.
 */
export function partsOf(windowSeconds: number): number {
  for (let parts = Math.min(MOST_PARTS, windowSeconds); parts > 1; parts--)
    if (windowSeconds % parts === 0) return parts
  return 1
}

/** Number of parts of a window twice as long. */
export function partsOfTwice(parts: number): number {
  return 2 * parts <= MOST_PARTS ? 2 * parts : parts
}

/** An amount by the parts of a window; positions count in parts. */
export class PartSums {
  #sums: Float64Array

  constructor(parts: number) {
    this.#sums = new Float64Array(parts)
  }

  static of(amounts: readonly (number | null)[]): PartSums {
    const sums = new PartSums(amounts.length)
    amounts.forEach((amount, part) => {
      sums.#sums[part] = amount ?? 0
    })
    return sums
  }

  add(at: number, amount: number): void {
    const part = Math.min(Math.floor(at), this.#sums.length - 1)
    this.#sums[part]! += amount
  }

  /** Spreads an amount evenly between two positions. */
  spread(from: number, to: number, amount: number): void {
    const last = this.#sums.length - 1
    const first = Math.max(0, Math.min(Math.floor(from), last))
    for (let at = from, part = first; part <= last; part++) {
      const end = part === last ? to : Math.min(to, part + 1)
      this.#sums[part]! += to > from ? (amount * (end - at)) / (to - from) : amount
      if (end >= to) return
      at = end
    }
  }

  merge(other: PartSums): void {
    for (let part = 0; part < this.#sums.length; part++) this.#sums[part]! += other.#sums[part]!
  }

  /** The window becomes the first or the second half of one that is twice as long. */
  widen(half: number, parts: number): void {
    const narrow = this.#sums
    this.#sums = new Float64Array(parts)
    for (let part = 0; part < narrow.length; part++) {
      const at = ((half * narrow.length + part) * parts) / (2 * narrow.length)
      this.#sums[Math.floor(at)]! += narrow[part]!
    }
  }

  /** Rounded to a millionth. Null for parts that are not covered. */
  toList(isCovered: (part: number) => boolean): (number | null)[] {
    return Array.from(this.#sums, (sum, part) =>
      isCovered(part) ? Math.round(sum * 1e6) / 1e6 : null,
    )
  }
}
