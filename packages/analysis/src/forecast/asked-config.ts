import type { Arrivals, TwinConfig, TwinGuest } from '@steelyard/simulator'
import { type AskedHost, loadFactorOf } from './asked-host.ts'
import { scaleArrivals } from './scale-arrivals.ts'
import { scaleWork } from './scale-work.ts'

/**
 * The twin of the analysed host with the question's changes applied.
 * @param workFactor multiplies the guests' demand per request, see `overheadFactorOf`
 */
export function askedConfig(
  config: TwinConfig,
  asked: AskedHost,
  horizonSeconds: number,
  workFactor = 1,
): TwinConfig {
  const { domain0 } = config
  return {
    ...config,
    scheduler: schedulerOf(config.scheduler, asked),
    ...(domain0 ? { domain0: { ...domain0, weight: asked.domain0Weight } } : {}),
    guests: config.guests.map((guest) => guestOf(guest, asked, horizonSeconds, workFactor)),
  }
}

function schedulerOf(
  scheduler: TwinConfig['scheduler'],
  { tsliceSeconds, ratelimitSeconds }: AskedHost,
): TwinConfig['scheduler'] {
  if (scheduler.name === 'rtds') return scheduler
  if (scheduler.name === 'credit2' || tsliceSeconds === null) {
    return { ...scheduler, ratelimitSeconds }
  }
  return { ...scheduler, ratelimitSeconds, tsliceSeconds }
}

function guestOf(
  guest: TwinGuest,
  asked: AskedHost,
  horizonSeconds: number,
  workFactor: number,
): TwinGuest {
  const { weight, capPercent } = asked.domains.find(({ name }) => name === guest.name)!
  const factor = loadFactorOf(asked, guest.name)
  // The analysis assumes one vCPU if the number is unknown; a cap may prove that there are more.
  const vCpus = Math.max(guest.vCpus ?? 1, Math.ceil(capPercent / 100))
  const changed = { ...guest, weight, cap: capPercent, vCpus }
  if (!guest.load) return changed
  const arrivals = scaled(guest.load.arrivals, factor, horizonSeconds)
  return { ...changed, load: { ...scaleWork(guest.load, workFactor), arrivals } }
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
