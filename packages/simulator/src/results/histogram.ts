import { byPercentile, type Percentile } from '@steelyard/model'
import { unknown } from '../units.ts'

const BITS_PER_OCTAVE = 6
/** From 1 ns up; everything shorter falls into the first bin. */
const OCTAVES = 44
const bins = OCTAVES << BITS_PER_OCTAVE

const asFloat = new Float64Array(1)
const asWords = new Uint32Array(asFloat.buffer)
const EXPONENT_BIAS = 1023 << BITS_PER_OCTAVE

/**
 * The bin by exponent and leading bits of the fraction: 64 bins per octave, without a logarithm.
 */
function binOf(ns: number): number {
  asFloat[0] = ns
  const bin = (asWords[1]! >>> (20 - BITS_PER_OCTAVE)) - EXPONENT_BIAS
  return bin < 0 ? 0 : bin < bins ? bin : bins - 1
}

function lowerEdge(bin: number): number {
  const octave = bin >> BITS_PER_OCTAVE
  const step = bin & ((1 << BITS_PER_OCTAVE) - 1)
  return 2 ** octave * (1 + step / (1 << BITS_PER_OCTAVE))
}

/** Distribution of a duration. Seconds; `null` where nothing was counted. */
export interface Distribution extends Record<Percentile, number | null> {
  count: number
  mean: number | null
  standardDeviation: number | null
  p50: number | null
  p90: number | null
  max: number | null
}

/**
 * Durations in ns in bins 1.6 % wide, with exact count, mean and maximum; quantiles are
 * interpolated within a bin. Its size does not depend on the number of values, and two histograms
 * can be added.
 */
export class Histogram {
  readonly #counts = new Uint32Array(bins)
  count = 0
  #sum = unknown
  #sumOfSquares = unknown
  #max = unknown

  constructor() {
    this.#sum = 0
    this.#sumOfSquares = 0
    this.#max = 0
  }

  add(ns: number): void {
    this.#counts[binOf(ns)]!++
    this.count++
    this.#sum += ns
    this.#sumOfSquares += ns * ns
    if (ns > this.#max) this.#max = ns
  }

  merge(other: Histogram): void {
    for (let bin = 0; bin < bins; bin++) this.#counts[bin]! += other.#counts[bin]!
    this.count += other.count
    this.#sum += other.#sum
    this.#sumOfSquares += other.#sumOfSquares
    this.#max = Math.max(this.#max, other.#max)
  }

  /** The value in ns below which this fraction lies. */
  quantile(fraction: number): number {
    const rank = fraction * this.count
    let below = 0
    for (let bin = 0; bin < bins; bin++) {
      const count = this.#counts[bin]!
      if (count > 0 && below + count >= rank) {
        const low = lowerEdge(bin)
        const high = Math.min(lowerEdge(bin + 1), this.#max)
        return low + Math.max(0, (rank - below) / count) * Math.max(0, high - low)
      }
      below += count
    }
    return this.#max
  }

  /** The fraction of values of at most this many ns. */
  fractionUpTo(ns: number): number {
    if (this.count === 0) return 0
    const last = binOf(ns)
    let below = 0
    for (let bin = 0; bin < last; bin++) below += this.#counts[bin]!
    const low = lowerEdge(last)
    const within = Math.min(1, Math.max(0, (ns - low) / (lowerEdge(last + 1) - low)))
    return (below + within * this.#counts[last]!) / this.count
  }

  distribution(): Distribution {
    const { count } = this
    if (count === 0) {
      return {
        count,
        mean: null,
        standardDeviation: null,
        p50: null,
        p90: null,
        ...byPercentile(() => null),
        max: null,
      }
    }
    const mean = this.#sum / count
    const variance = Math.max(0, this.#sumOfSquares / count - mean * mean)
    return {
      count,
      mean: mean / 1e9,
      standardDeviation: Math.sqrt(variance) / 1e9,
      p50: this.quantile(0.5) / 1e9,
      p90: this.quantile(0.9) / 1e9,
      ...byPercentile((fraction) => this.quantile(fraction) / 1e9),
      max: this.#max / 1e9,
    }
  }
}
