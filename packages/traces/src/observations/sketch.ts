import { DDSketch } from '@datadog/sketches-js'

/**
 * The sketch stores picoseconds, so that every duration from a nanosecond to a day has a bin number
 * above zero: merging loses the upper range of a sketch whose highest bin is exactly number 0.
 */
const UNITS_PER_SECOND = 1e12
const SMALLEST_SECONDS = 1e-9
/** Its bin number is free, because shorter durations than the smallest count as none. */
const ZERO = 0

/** How many durations lie in (fromSeconds, toSeconds]. */
export interface DurationBin {
  fromSeconds: number
  toSeconds: number
  count: number
}

/**
 * The distribution of durations in bins whose edges grow by 2 % (DDSketch, Masson et al. 2019), so
 * that quantiles are within 1 %. The sketch of a union is the sum of the sketches, exactly.
 */
export class Sketch {
  readonly #sketch = new DDSketch({ relativeAccuracy: 0.01 })

  /** The sketch of all durations whose sketches were written with `toText`. */
  static ofTexts(texts: Iterable<string>): Sketch {
    const sketch = new Sketch()
    for (const text of texts) for (const [key, count] of binsIn(text)) sketch.#fill(key, count)
    return sketch
  }

  get count(): number {
    return this.#sketch.count
  }

  add(seconds: number, times = 1): void {
    this.#sketch.accept(seconds < SMALLEST_SECONDS ? 0 : seconds * UNITS_PER_SECOND, times)
  }

  merge(other: Sketch): void {
    this.#sketch.merge(other.#sketch)
  }

  /** The value of rank floor(q (n - 1)), to 1 %. NaN without durations. */
  quantile(q: number): number {
    return this.#sketch.getValueAtQuantile(q) / UNITS_PER_SECOND
  }

  /**
   * Bins of equal width on a logarithmic axis, from the shortest duration to the longest, with
   * exact counts. Durations below a nanosecond come first, in a bin of their own.
   */
  distribution(maxBins: number): DurationBin[] {
    const bins = this.#bins()
    const zeros = bins[0]?.[0] === ZERO ? bins.shift()![1] : 0
    const wide = this.#joined(bins, maxBins)
    if (zeros === 0) return wide
    return [{ fromSeconds: 0, toSeconds: SMALLEST_SECONDS, count: zeros }, ...wide]
  }

  #joined(bins: readonly [key: number, count: number][], maxBins: number): DurationBin[] {
    if (bins.length === 0) return []
    const first = bins[0]![0]
    const range = bins.at(-1)![0] - first + 1
    const width = Math.ceil(range / maxBins)
    const joined = Array.from({ length: Math.ceil(range / width) }, (_, index) => ({
      fromSeconds: this.#upperEdge(first + index * width - 1),
      toSeconds: this.#upperEdge(first + (index + 1) * width - 1),
      count: 0,
    }))
    for (const [key, count] of bins) joined[Math.floor((key - first) / width)]!.count += count
    return joined
  }

  /**
   * The bins as text, because a list of numbers takes several times the room in the database: the
   * distance from the bin before and the count. Distance 1 and count 1 are left out: `1300:2,5,3:`
   * is 2 durations in bin 1300, 5 in bin 1301 and 1 in bin 1304.
   */
  toText(): string {
    let before = 0
    return this.#bins()
      .map(([key, count]) => {
        const distance = key - before
        before = key
        return distance === 1 ? String(count) : `${distance}:${count === 1 ? '' : count}`
      })
      .join(',')
  }

  #bins(): [key: number, count: number][] {
    const { store, zeroCount } = this.#sketch
    const bins: [number, number][] = zeroCount > 0 ? [[ZERO, zeroCount]] : []
    for (let key = store.minKey; key <= store.maxKey; key++) {
      const count = store.bins[key - store.offset]!
      if (count > 0) bins.push([key, count])
    }
    return bins
  }

  #fill(key: number, count: number): void {
    if (key === ZERO) this.#sketch.zeroCount += count
    else this.#sketch.store.add(key, count)
    this.#sketch.count += count
  }

  #upperEdge(key: number): number {
    const { mapping } = this.#sketch
    return (mapping.value(key) * (1 + mapping.gamma)) / 2 / UNITS_PER_SECOND
  }
}

function* binsIn(text: string): Generator<[key: number, count: number]> {
  if (text === '') return
  let key = 0
  for (const part of text.split(',')) {
    const [first, second] = part.split(':') as [string, string | undefined]
    key += second === undefined ? 1 : Number(first)
    yield [key, second === '' ? 1 : Number(second ?? first)]
  }
}
