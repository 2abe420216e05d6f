/** One step of splitmix32: spreads neighbouring seeds over the whole range. */
function spread(value: number): number {
  let z = (value + 0x9e3779b9) | 0
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
  return (z ^ (z >>> 15)) >>> 0
}

/**
 * A stream of random numbers: xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom
 * number generators", ACM TOMS 47(4), 2021). Each purpose in the twin has its own stream, so that
 * two runs with the same seed and different weights receive the same requests (common random
 * numbers).
 */
export class Random {
  readonly #state = new Uint32Array(4)

  constructor(seed: number, stream = 0) {
    let word = spread(spread(seed) ^ spread(stream + 0x51ed270b) ^ Math.floor(seed / 2 ** 32))
    for (let index = 0; index < 4; index++) {
      word = spread(word)
      this.#state[index] = word
    }
    if (this.#state.every((part) => part === 0)) this.#state[0] = 1
  }

  /** Uniform over the open interval (0, 1), 32 bits. */
  uniform(): number {
    const s = this.#state
    const product = Math.imul(s[1]!, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    const shifted = s[1]! << 9
    s[2]! ^= s[0]!
    s[3]! ^= s[1]!
    s[1]! ^= s[2]!
    s[0]! ^= s[3]!
    s[2]! ^= shifted
    s[3] = (s[3]! << 11) | (s[3]! >>> 21)
    return (result + 0.5) / 4294967296
  }

  exponential(mean: number): number {
    return -Math.log(this.uniform()) * mean
  }

  /** Marsaglia's polar method, returning one value of the pair. */
  normal(): number {
    for (;;) {
      const u = 2 * this.uniform() - 1
      const v = 2 * this.uniform() - 1
      const square = u * u + v * v
      if (square > 0 && square < 1) return u * Math.sqrt((-2 * Math.log(square)) / square)
    }
  }

  /** Gamma with this shape and scale 1: Marsaglia and Tsang, ACM TOMS 26(3), 2000. */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * this.uniform() ** (1 / shape)
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    for (;;) {
      const x = this.normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(this.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
        return d * v
      }
    }
  }
}
