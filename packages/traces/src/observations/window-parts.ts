/** More parts of a window are not told apart: what is stored of a window stays small. */
const MOST_PARTS = 60

/** How many equal parts a window is told in: of one second each, or of as few as that bound allows. */
export function partsOf(windowSeconds: number): number {
  for (let parts = Math.min(MOST_PARTS, windowSeconds); parts > 1; parts--)
    if (windowSeconds % parts === 0) return parts
  return 1
}

/** How many parts a window twice as long is told in. */
export function partsOfTwice(parts: number): number {
  return 2 * parts <= MOST_PARTS ? 2 * parts : parts
}

/** An amount by the parts of a window, in which positions are counted in parts. */
export class PartSums {
  #sums: Float64Array

  constructor(parts: number) {
    this.#sums = new Float64Array(parts)
  }

  add(at: number, amount: number): void {
    const part = Math.min(Math.floor(at), this.#sums.length - 1)
    this.#sums[part]! += amount
  }

  /** An amount that came evenly between two positions. */
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

  /** Rounded to a millionth; null for parts that nobody watched. */
  toList(isCovered: (part: number) => boolean): (number | null)[] {
    return Array.from(this.#sums, (sum, part) =>
      isCovered(part) ? Math.round(sum * 1e6) / 1e6 : null,
    )
  }
}
