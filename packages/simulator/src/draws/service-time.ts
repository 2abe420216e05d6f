import type { Random } from '@steelyard/model'
import { nanoseconds } from '../units.ts'

/** CPU time that a request needs in its guest. */
export type ServiceTime =
  | { kind: 'constant'; seconds: number }
  | { kind: 'exponential'; meanSeconds: number }
  /** Measured demands, drawn with equal probability. */
  | { kind: 'empirical'; seconds: Float64Array | number[] }
  /**
   * Gamma distribution with these two moments: Erlang-like below 1, hyperexponential-like above.
   */
  | { kind: 'gamma'; meanSeconds: number; squaredCoefficientOfVariation: number }

/** Draws one demand in whole ns. */
export type ServiceStream = () => number

export function serviceStream(serviceTime: ServiceTime, random: Random): ServiceStream {
  switch (serviceTime.kind) {
    case 'constant': {
      const ns = nanoseconds(serviceTime.seconds)
      return () => ns
    }
    case 'exponential': {
      const meanNs = nanoseconds(serviceTime.meanSeconds)
      return () => Math.round(random.exponential(meanNs))
    }
    case 'empirical': {
      const ns = Float64Array.from(serviceTime.seconds, nanoseconds)
      return () => ns[Math.floor(random.uniform() * ns.length)]!
    }
    case 'gamma': {
      const meanNs = nanoseconds(serviceTime.meanSeconds)
      const squaredVariation = serviceTime.squaredCoefficientOfVariation
      if (squaredVariation === 0) return () => meanNs
      const shape = 1 / squaredVariation
      return () => Math.round((random.gamma(shape) / shape) * meanNs)
    }
  }
}

/** Mean demand. */
export function meanServiceSeconds(serviceTime: ServiceTime): number {
  switch (serviceTime.kind) {
    case 'constant':
      return serviceTime.seconds
    case 'empirical': {
      let sum = 0
      for (const value of serviceTime.seconds) sum += value
      return sum / serviceTime.seconds.length
    }
    default:
      return serviceTime.meanSeconds
  }
}
