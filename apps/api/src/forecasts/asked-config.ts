import type { FilledQuestion } from '@steelyard/contract'
import type { Arrivals, TwinConfig, TwinGuest } from '@steelyard/simulator'
import { loadFactorOf } from './asked-load.ts'
import { scaleArrivals } from './scale-arrivals.ts'
import { scaleWork } from './scale-work.ts'

/**
 * The twin of the analysed host as the question would have it.
 * @param workFactor what requests need in their guests is multiplied by, see `overheadFactorOf`
 */
export function askedConfig(
  config: TwinConfig,
  question: FilledQuestion,
  horizonSeconds: number,
  workFactor = 1,
): TwinConfig {
  const { domain0 } = config
  return {
    ...config,
    scheduler: schedulerOf(config.scheduler, question),
    ...(domain0 ? { domain0: { ...domain0, weight: question.domain0Weight } } : {}),
    guests: config.guests.map((guest) => guestOf(guest, question, horizonSeconds, workFactor)),
  }
}

function schedulerOf(
  scheduler: TwinConfig['scheduler'],
  { tsliceMs, ratelimitUs }: FilledQuestion,
): TwinConfig['scheduler'] {
  if (scheduler.name === 'rtds') return scheduler
  const ratelimitSeconds = ratelimitUs / 1e6
  if (scheduler.name === 'credit2' || tsliceMs === null) return { ...scheduler, ratelimitSeconds }
  return { ...scheduler, ratelimitSeconds, tsliceSeconds: tsliceMs / 1000 }
}

function guestOf(
  guest: TwinGuest,
  question: FilledQuestion,
  horizonSeconds: number,
  workFactor: number,
): TwinGuest {
  const { weight, cap } = question.domains.find(({ domain }) => domain === guest.name)!
  const factor = loadFactorOf(question, guest.name)
  // Where nobody counted its vCPUs the analysis took one; a cap may tell of more.
  const vCpus = Math.max(guest.vCpus ?? 1, Math.ceil(cap / 100))
  const asked = { ...guest, weight, cap, vCpus }
  if (!guest.load) return asked
  const arrivals = scaled(guest.load.arrivals, factor, horizonSeconds)
  return { ...asked, load: { ...scaleWork(guest.load, workFactor), arrivals } }
}

function scaled(arrivals: Arrivals, factor: number, horizonSeconds: number): Arrivals {
  if (factor === 1) return arrivals
  switch (arrivals.kind) {
    case 'times':
      return { ...arrivals, seconds: scaleArrivals(arrivals.seconds, factor, horizonSeconds) }
    case 'mmpp': {
      const [slow, fast] = arrivals.ratesPerSecond
      const [first, second] = arrivals.meanStaySeconds
      return {
        ...arrivals,
        ratesPerSecond: [slow * factor, fast * factor],
        meanStaySeconds: [first / factor, second / factor],
      }
    }
    case 'batch':
      return { ...arrivals, batchesPerSecond: arrivals.batchesPerSecond * factor }
    default:
      return { ...arrivals, ratePerSecond: arrivals.ratePerSecond * factor }
  }
}
