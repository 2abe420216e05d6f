import { DOMAIN0_NAME, uniform, type Weights } from '@steelyard/model'
import { type Arrivals, type TwinConfig, twinOfHost } from '@steelyard/simulator'

/** A host that nobody recorded: all of its load is known. */
export interface SyntheticHost {
  seed: number
  /** Its place in the series of this seed, from 1. */
  number: number
  config: TwinConfig
  weights: Weights
  guests: SyntheticGuest[]
  domain0CpuSecondsPerRequest: number
  /** CPU demand of all domains divided by the number of pCPUs. */
  utilisation: number
  demandScv: number
  hasBursts: boolean
  /** Requests come on open connections, which the product does not know. */
  keepsConnections: boolean
  oddity: Oddity
  wish: Wish
}

/**
 * What the twin does not know of: guests with so few workers that requests wait before the log sees
 * them, one request in ten that needs ten times as much, work in guests that no request asks for.
 */
export type Oddity = 'none' | 'few-workers' | 'two-kinds-of-requests' | 'background-in-guests'

export interface SyntheticGuest {
  name: string
  requestsPerSecond: number
  cpuSecondsPerRequest: number
}

/** What the operator wants; `settleTargets` turns it into seconds. */
export interface Wish {
  kind: 'none' | 'loose' | 'kept-by-weights' | 'impossible'
  domains: string[]
}

const NAMES = ['web', 'shop', 'mail', 'db', 'api', 'wiki', 'build', 'chat']
const EQUAL = 256
const UNFAIR = [64, 128, 256, 512, 1024]
/** Each guest has one vCPU, so none demands more than most of a pCPU. */
const MOST_OF_A_PCPU = 0.85
const BACKGROUND = 0.01
const FEW_WORKERS = 4
const TWO_KINDS = [1, 1, 1, 1, 1, 1, 1, 1, 1, 10]
/** c_s^2 of these. */
const TWO_KINDS_SCV = 10.9 / 1.9 ** 2 - 1
const GUEST_BACKGROUND = 0.03

/**
 * Draws a host with 2 to 8 guests on 1 or 2 pCPUs at 55 to 95 %. Equal seeds and numbers give equal
 * hosts. A request takes the way through Domain-0 that was traced on a real host, which the twin
 * assumes as well, except that some hosts keep connections open.
 */
export function drawHost(seed: number, number: number): SyntheticHost {
  const draw = uniform(seed * 1000 + number)
  const between = (from: number, to: number) => from + (to - from) * draw()
  const logBetween = (from: number, to: number) => from * (to / from) ** draw()
  const oneOf = <T>(values: readonly T[]) => values[Math.floor(draw() * values.length)]!

  const pCpus = oneOf([1, 1, 1, 2])
  const names = NAMES.slice(0, pCpus + 1 + Math.floor(draw() * (8 - pCpus)))
  const wanted = between(0.55, 0.95)
  const lengths = oneOf(['mixed', 'mixed', 'short', 'long'])
  const drawnScv = oneOf([0.04, 0.25, 1])
  const hasBursts = draw() < 0.2
  const isUnfair = draw() < 0.35
  const domain0CpuSecondsPerRequest = logBetween(2e-4, 8e-4)
  const keepsConnections = draw() < 0.2
  const oddity = oddityOf(seed, number)
  const demandScv = oddity === 'two-kinds-of-requests' ? TWO_KINDS_SCV : drawnScv
  const guestBackground = oddity === 'background-in-guests' ? GUEST_BACKGROUND : 0
  const background = BACKGROUND + names.length * guestBackground
  const parts = names.map(() => between(0.15, 1))

  const demands = parts.map((_, index) => {
    const isLong = lengths === 'long' || (lengths === 'mixed' && index % 2 === 1)
    return isLong ? logBetween(0.04, 0.2) : logBetween(0.003, 0.012)
  })
  const rates = ratesFor(wanted * pCpus - background, parts, demands, domain0CpuSecondsPerRequest)
  const guests = names.map((name, index) => ({
    name,
    requestsPerSecond: rates[index]!,
    cpuSecondsPerRequest: demands[index]!,
  }))
  const weights: Weights = {
    [DOMAIN0_NAME]: EQUAL,
    ...Object.fromEntries(names.map((name) => [name, isUnfair ? oneOf(UNFAIR) : EQUAL])),
  }
  const config = twinOfHost({
    pCpus,
    scheduler: { name: 'credit' },
    client: 'network',
    connections: keepsConnections ? 'kept-open' : 'per-request',
    domain0: {
      cpuSecondsPerRequest: domain0CpuSecondsPerRequest,
      background: { utilisation: BACKGROUND },
    },
    guests: guests.map(({ name, requestsPerSecond, cpuSecondsPerRequest }, index) => ({
      name,
      weight: weights[name]!,
      cpuSecondsPerRequest,
      demandSpread: oddity === 'two-kinds-of-requests' ? TWO_KINDS : demandScv,
      ...(oddity === 'few-workers' ? { workers: FEW_WORKERS } : {}),
      background: { utilisation: guestBackground },
      arrivals:
        hasBursts && index < 2
          ? burstsOf(requestsPerSecond, between(10, 60))
          : { kind: 'poisson', ratePerSecond: requestsPerSecond },
    })),
  })
  return {
    seed,
    number,
    config,
    weights,
    guests,
    domain0CpuSecondsPerRequest,
    demandScv,
    hasBursts,
    keepsConnections,
    oddity,
    utilisation: utilisationOf(guests, domain0CpuSecondsPerRequest, background) / pCpus,
    wish: drawWish(names, draw),
  }
}

/** Requests per second with which the guests' parts of the CPU add up to what is asked. */
function ratesFor(
  asked: number,
  parts: readonly number[],
  demands: readonly number[],
  domain0: number,
): number[] {
  const fraction = (index: number) => demands[index]! / (demands[index]! + domain0)
  const own = parts.map(() => 0)
  let left = asked
  let open = parts.map((_, index) => index)
  while (left > 1e-9 && open.length > 0) {
    const whole = open.reduce((sum, index) => sum + parts[index]!, 0)
    const given = left
    for (const index of open) {
      const room = MOST_OF_A_PCPU / fraction(index) - own[index]!
      const share = Math.min(room, (given * parts[index]!) / whole)
      own[index]! += share
      left -= share
    }
    open = open.filter((index) => own[index]! * fraction(index) < MOST_OF_A_PCPU - 1e-9)
  }
  return own.map((cpu, index) => cpu / (demands[index]! + domain0))
}

function utilisationOf(
  guests: readonly SyntheticGuest[],
  domain0: number,
  background: number,
): number {
  return guests.reduce(
    (sum, { requestsPerSecond, cpuSecondsPerRequest }) =>
      sum + requestsPerSecond * (cpuSecondsPerRequest + domain0),
    background,
  )
}

/** Drawn apart from the rest, so a host with an oddity is otherwise the host without. */
function oddityOf(seed: number, number: number): Oddity {
  const draw = uniform(1_000_000_007 - (seed * 1000 + number))
  const odd = ['few-workers', 'two-kinds-of-requests', 'background-in-guests'] as const
  return draw() < 0.4 ? odd[Math.floor(draw() * odd.length)]! : 'none'
}

/** The rate alternates between 0.6 and 1.4 times the mean. */
function burstsOf(requestsPerSecond: number, staySeconds: number): Arrivals {
  return {
    kind: 'mmpp',
    ratesPerSecond: [0.6 * requestsPerSecond, 1.4 * requestsPerSecond],
    meanStaySeconds: [staySeconds, staySeconds],
  }
}

function drawWish(names: readonly string[], draw: () => number): Wish {
  const kinds = ['none', 'none', 'none', 'kept-by-weights', 'kept-by-weights', 'kept-by-weights']
  const all = [...kinds, 'loose', 'impossible'] as Wish['kind'][]
  const kind = all[Math.floor(draw() * all.length)]!
  const first = Math.floor(draw() * names.length)
  const count = names.length > 3 && draw() < 0.4 ? 2 : 1
  const domains = Array.from({ length: count }, (_, k) => names[(first + k) % names.length]!)
  return { kind, domains: kind === 'none' ? [] : domains }
}
