import {
  type BoostPolicy,
  bandwidthMbitPerSecond,
  boostLab,
  jainFairness,
  type LoanRedemption,
  PAPER1_MEASURED,
  paper1Host,
  replicate,
  type TwinConfig,
  type TwinSummary,
} from '@steelyard/simulator'

const response = { seed: 1, replications: 4, horizonSeconds: 1020, warmupSeconds: 20 }
const bandwidth = { seed: 1, replications: 4, horizonSeconds: 120, warmupSeconds: 20 }

/** Results of dom1, and the CPU time of the domains that never stop. */
export interface SimulatedDom1 {
  meanMs: number
  halfWidthMs: number
  withinTenMs: number
  withinTwentyMs: number
  mbitPerSecond: number
  /** CPU seconds per second of dom1, and the smallest and largest of the other domains. */
  shares: { dom1: number; least: number; most: number }
  fairness: number
  loans: TwinSummary['domains'][number]['loans']
}

export interface Variant {
  id: string
  label: string
  stockXen: boolean
  /** Results while dom1 is pinged: Table 6, figure 5. */
  pings: SimulatedDom1
  /** Results while dom1 receives a stream: figures 6 to 9. */
  stream: SimulatedDom1
}

/**
 * The paper's three policies. Alternatives in a released Xen are only shown, so they get fewer
 * runs.
 */
const published = ['credit', 'loan-redemption', 'always']

/** Runs `boostLab` on both hosts of paper 1, with its 1000 credits and 20 %. */
export function playVariants(): Variant[] {
  const streams = new Map(boostLab(paper1Host('bandwidth')).map(({ id, config }) => [id, config]))
  return boostLab(paper1Host()).map(({ id, label, stockXen, config }) => {
    const replications = published.includes(id) ? 8 : 3
    return {
      id,
      label,
      stockXen,
      pings: play(config, { ...response, replications }),
      stream: play(streams.get(id)!, { ...bandwidth, replications }),
    }
  })
}

export interface SweptPoint {
  creditLine: number
  repaymentShare: number
  meanMs: number
  mbitPerSecond: number
  fairness: number
}

/** Varies credit line and repayment share, which the paper leaves to future work. */
export function sweep(): SweptPoint[] {
  return [300, 3000].flatMap((creditLine) =>
    [0.1, 0.5].map((repaymentShare) => {
      const loan = { policy: 'loan-redemption', creditLine, repaymentShare } as const
      const pings = play(under(loan, paper1Host()), response)
      const { mbitPerSecond, fairness } = play(under(loan, paper1Host('bandwidth')), bandwidth)
      return { creditLine, repaymentShare, meanMs: pings.meanMs, mbitPerSecond, fairness }
    }),
  )
}

function under(boost: BoostPolicy, host: TwinConfig): TwinConfig {
  return { ...host, scheduler: { name: 'credit', xenVersion: '4.5', boost } }
}

function play(config: TwinConfig, run: typeof response): SimulatedDom1 {
  const { domains } = replicate(config, { ...run, cdfAtSeconds: [0.01, 0.02] })
  const dom1 = domains.find(({ name }) => name === PAPER1_MEASURED)!
  const { responseTime, answered, cdf } = dom1.requests!
  const hogs = domains.filter(({ name }) => name !== 'Domain-0')
  const others = hogs.filter((hog) => hog !== dom1).map(({ cpuShare }) => cpuShare.mean)
  const seconds = run.horizonSeconds - run.warmupSeconds
  return {
    meanMs: responseTime.mean!.mean * 1000,
    halfWidthMs: responseTime.mean!.halfWidth! * 1000,
    withinTenMs: cdf[0]!.mean,
    withinTwentyMs: cdf[1]!.mean,
    mbitPerSecond: bandwidthMbitPerSecond(answered.mean / seconds),
    shares: { dom1: dom1.cpuShare.mean, least: Math.min(...others), most: Math.max(...others) },
    fairness: jainFairness(hogs.map(({ cpuShare }) => cpuShare.mean)),
    loans: dom1.loans,
  }
}

/** The influence of the inferred duration of a boost, and of the proxy's window, on the results. */
export interface Sensitivity {
  policy: 'credit' | 'loan' | 'always'
  /** Results with boosts that last until a tick. */
  untilTick: { pings: SimulatedDom1; stream: SimulatedDom1 }
  /** Mbit/s with a window of 26 and of 131 kB instead of 66. */
  windows: [number, number]
}

export function sensitivities(): Sensitivity[] {
  return boosts.map(({ policy, boost }) => {
    const lasting = boost.policy === 'wake' ? boost : { ...boost, lasts: 'tick' as const }
    const host = paper1Host('bandwidth')
    const guests = (outstanding: number) =>
      host.guests.map((guest) =>
        guest.load
          ? {
              ...guest,
              load: { ...guest.load, outstanding },
            }
          : guest,
      )
    const mbit = (outstanding: number) =>
      play(under(boost, { ...host, guests: guests(outstanding) }), bandwidth).mbitPerSecond
    return {
      policy,
      untilTick: {
        pings: play(under(lasting, paper1Host()), response),
        stream: play(under(lasting, host), bandwidth),
      },
      windows: [mbit(2), mbit(10)],
    }
  })
}

const boosts: { policy: Sensitivity['policy']; boost: BoostPolicy }[] = [
  { policy: 'credit', boost: { policy: 'wake' } },
  { policy: 'loan', boost: { policy: 'loan-redemption' } },
  { policy: 'always', boost: { policy: 'always' } },
]

/** One of the four domains of Tables 5 and 7. */
export interface Table7 {
  creditsLent: number | null
  cm: number | null
}

/**
 * Table 5: four domains on two pCPUs, each with `stress -i 1`, which waits for the disk again and
 * again; the second experiment adds `-c 1`. The paper does not say how long the disk and the guest
 * take. Half a millisecond each is assumed, so that a guest alone is busy half of the time.
 */
export function playTable7(): Table7[] {
  const loan: LoanRedemption = { policy: 'loan-redemption' }
  return [0, 1].map((hogs) => {
    const host: TwinConfig = {
      pCpus: 2,
      scheduler: { name: 'credit', xenVersion: '4.5', boost: loan },
      domain0: { name: 'Domain-0', weight: 128 },
      guests: Array.from({ length: 4 }, (_, index) => ({
        name: `dom${index + 1}`,
        weight: 128,
        hogs,
        load: {
          arrivals: { kind: 'periodic', ratePerSecond: 1000 },
          outstanding: 1,
          serviceTime: { kind: 'constant', seconds: 0 },
          path: [{ on: 'guest', cpuSeconds: 0.0005 }],
        },
      })),
    }
    const { domains } = replicate(host, bandwidth)
    const loans = domains[1]!.loans
    return {
      creditsLent: loans?.meanLentCredits?.mean ?? null,
      cm: loans?.creditsPerMs?.mean ?? null,
    }
  })
}
