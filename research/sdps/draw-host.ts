import type { HostLoad, Weights } from '@steelyard/model'
import { uniform } from '@steelyard/model'
import { type Arrivals, type TwinConfig, twinOfHost } from '@steelyard/simulator'

/** A host as the formulas and the simulators see it. */
export interface DrawnHost {
  seed: number
  load: HostLoad & { scheduler: 'credit' | 'credit2' }
  weights: Weights
  config: TwinConfig
  /** The CPU demand, including Domain-0, divided by the number of pCPUs. */
  utilisation: number
  /**
   * Whether the arrival rate alternates. The variation of gaps alone does not describe such
   * arrivals.
   */
  hasSpells: boolean
  /** Long enough that the mean over it varies by only a few percent. */
  horizonSeconds: number
}

const TARGET_SCATTER = 0.04

/**
 * Draws a host with 2 to 16 domains on 1 to 4 pCPUs at 30 to 92 %. Equal seeds give equal hosts.
 */
export function drawHost(seed: number): DrawnHost {
  const draw = uniform(seed)
  const between = (from: number, to: number) => from + (to - from) * draw()
  const logBetween = (from: number, to: number) => from * (to / from) ** draw()
  const oneOf = <T>(...values: T[]) => values[Math.floor(draw() * values.length)]!

  const pCpus = oneOf(1, 1, 1, 2, 3, 4)
  const domains = Math.max(pCpus + 1, Math.round(logBetween(2, 16)))
  const utilisation = between(0.3, 0.92)
  const scheduler = oneOf('credit' as const, 'credit2' as const)
  const client = oneOf('network' as const, 'domain-0' as const)
  const domain0Seconds = draw() < 0.2 ? 0 : logBetween(1e-4, 4e-4)
  const background = domain0Seconds > 0 ? between(0.005, 0.03) : 0
  const arrivals = oneOf(
    'poisson' as const,
    'poisson' as const,
    'renewal' as const,
    'spells' as const,
  )
  const demandSpread = oneOf(0, 0, 0.25, 1, 2)
  // Some hosts keep the default weights, others have weights of their own.
  const weightOf = draw() < 0.4 ? () => 256 : () => Math.round(logBetween(64, 1024))
  const parts = Array.from({ length: domains }, () => between(0.1, 1))
  const whole = parts.reduce((sum, part) => sum + part, 0)

  const guests = parts.map((part, index) => {
    const cpuSecondsPerRequest = logBetween(0.001, 0.02)
    // Each domain has one vCPU, so none demands more than most of a pCPU.
    const asked = Math.min(0.8, (part / whole) * (utilisation * pCpus - background))
    const rate = asked / (cpuSecondsPerRequest + domain0Seconds)
    return {
      name: `vm${index + 1}`,
      weight: weightOf(),
      rate,
      cpuSecondsPerRequest,
      demandSpread: oneOf(0, demandSpread),
      ...drawArrivals(rate, oneOf('poisson', arrivals), draw),
    }
  })
  const ioRequestsPerSecond = guests.reduce((sum, { rate }) => sum + rate, 0)
  const domain0Cpu = ioRequestsPerSecond * domain0Seconds + background
  const config = twinOfHost({
    pCpus,
    scheduler: { name: scheduler },
    client,
    domain0: { cpuSecondsPerRequest: domain0Seconds, background: { utilisation: background } },
    guests: guests.map(({ rate: _, arrivalScv: __, ...guest }) => guest),
  })
  const load: DrawnHost['load'] = {
    domains: guests.map((guest) => ({
      name: guest.name,
      arrivalRatePerSecond: guest.rate,
      serviceTimeSeconds: guest.cpuSecondsPerRequest,
      serviceTimeScv: guest.demandSpread,
      arrivalScv: guest.arrivalScv,
      vCpus: 1,
    })),
    domain0: {
      serviceTimeSeconds: domain0Cpu / ioRequestsPerSecond,
      backgroundUtilisation: background,
      ioRequestsPerSecond,
      delayPerIoSeconds: 0,
    },
    pCpus: pCpus,
    scheduler,
    client,
  }
  const work = guests.reduce((sum, { rate, cpuSecondsPerRequest: x }) => sum + rate * x, 0)
  const asked = (work + domain0Cpu) / pCpus
  const meanWork = guests.reduce((sum, { rate, cpuSecondsPerRequest: x }) => sum + rate * x * x, 0)
  const relaxation = ((meanWork / work / pCpus) * 2 * (1 + asked)) / (asked * (1 - asked) ** 2)
  return {
    seed,
    load,
    weights: {
      'Domain-0': 256,
      ...Object.fromEntries(guests.map(({ name, weight }) => [name, weight])),
    },
    config: domain0Seconds > 0 ? config : withoutDomain0(config),
    utilisation: asked,
    hasSpells: guests.some(({ arrivals }) => arrivals.kind === 'mmpp'),
    horizonSeconds: Math.min(1500, Math.max(200, relaxation / TARGET_SCATTER ** 2)),
  }
}

/** Draws gaps and their squared coefficient of variation, as a log would show it. */
function drawArrivals(
  ratePerSecond: number,
  kind: 'poisson' | 'renewal' | 'spells',
  draw: () => number,
): { arrivals: Arrivals; arrivalScv: number } {
  if (kind === 'poisson') return { arrivals: { kind, ratePerSecond }, arrivalScv: 1 }
  if (kind === 'renewal') {
    const squaredCoefficientOfVariation = 0.5 + 3.5 * draw()
    return {
      arrivals: { kind, ratePerSecond, squaredCoefficientOfVariation },
      arrivalScv: squaredCoefficientOfVariation,
    }
  }
  // The rate alternates between half and one and a half times the mean, for some hundred requests
  // each.
  const ratesPerSecond = [0.5 * ratePerSecond, 1.5 * ratePerSecond] as const
  const stay = (20 + 180 * draw()) / ratePerSecond
  return {
    arrivals: { kind: 'mmpp', ratesPerSecond, meanStaySeconds: [stay, stay] },
    arrivalScv: gapScv(ratesPerSecond, 1 / stay),
  }
}

/**
 * c_a^2 of the gaps of a Poisson stream that switches from either rate to the other at rate sigma:
 * 1 + (a - b)^2 / (2 (a b + sigma (a + b))) (Fischer and Meier-Hellstern, The Markov-modulated
 * Poisson process cookbook, Performance Evaluation 18, 1993).
 */
function gapScv([a, b]: readonly [number, number], sigma: number): number {
  return 1 + (a - b) ** 2 / (2 * (a * b + sigma * (a + b)))
}

function withoutDomain0({ domain0: _, ...config }: TwinConfig): TwinConfig {
  return {
    ...config,
    guests: config.guests.map(({ load, ...guest }) => {
      const { path: __, ...bare } = load!
      return { ...guest, load: bare }
    }),
  }
}
