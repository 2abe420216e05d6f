import {
  DOMAIN0_NAME,
  type DomainLoad,
  type HostLoad,
  overheadFactor,
  withOverhead,
} from '@steelyard/model'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { type AskedHost, loadFactorOf } from './asked-host.ts'

/** The load for the formulas, with the question's weights, caps and arrival rates. */
export function askedLoad(known: AnalysisLoad, asked: AskedHost): AnalysisLoad {
  const { domains, domain0Weight } = asked
  return {
    ...known,
    load: withOverhead(scaledLoad(known.load, asked), overheadOf(asked), known.load),
    weights: {
      ...known.weights,
      ...Object.fromEntries(domains.map(({ name, weight }) => [name, weight])),
      [DOMAIN0_NAME]: domain0Weight,
    },
  }
}

/**
 * The factor that the VMM's overhead puts on service times. The twin does not take it from the
 * load.
 */
export function overheadFactorOf({ load }: AnalysisLoad, asked: AskedHost): number {
  return overheadFactor(scaledLoad(load, asked), overheadOf(asked), load)
}

function overheadOf({ overheadPercent }: AskedHost): number {
  return overheadPercent / 100
}

function scaledLoad(load: HostLoad, asked: AskedHost): HostLoad {
  const domains = load.domains.map((domain) => ({
    ...scaledDomain(domain, loadFactorOf(asked, domain.name)),
    capPercent: asked.domains.find(({ name }) => name === domain.name)?.capPercent ?? 0,
  }))
  const rates = (all: readonly DomainLoad[]) =>
    all.reduce((sum, { arrivalRatePerSecond }) => sum + arrivalRatePerSecond, 0)
  const { ioRequestsPerSecond, serviceTimeSeconds, backgroundUtilisation = 0 } = load.domain0
  // Guests with unknown service times send requests too; their rate stays as it is.
  const io = ioRequestsPerSecond + rates(domains) - rates(load.domains)
  return {
    ...load,
    domains,
    domain0: {
      ...load.domain0,
      ioRequestsPerSecond: io,
      serviceTimeSeconds: perRequest(
        {
          rate: ioRequestsPerSecond,
          seconds: serviceTimeSeconds,
          background: backgroundUtilisation,
        },
        io,
      ),
    },
  }
}

/**
 * Scales the same arrival process: gaps shrink by the factor, their squared coefficient of
 * variation stays.
 */
function scaledDomain(domain: DomainLoad, factor: number): DomainLoad {
  const {
    arrivalRatePerSecond: rate,
    serviceTimeSeconds: seconds,
    interArrivalVarianceSeconds2: variance,
    backgroundUtilisation: background = 0,
  } = domain
  return {
    ...domain,
    arrivalRatePerSecond: rate * factor,
    serviceTimeSeconds: perRequest({ rate, seconds, background }, rate * factor),
    ...(variance === undefined ? {} : { interArrivalVarianceSeconds2: variance / factor ** 2 }),
  }
}

/**
 * x = U / lambda includes background work, which does not grow with the rate: at a higher rate each
 * request carries less of it.
 */
function perRequest(
  { rate, seconds, background }: { rate: number; seconds: number; background: number },
  newRate: number,
): number {
  if (rate === 0 || newRate === 0) return seconds
  return seconds - background / rate + background / newRate
}
