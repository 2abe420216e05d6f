import type { AnalysisLoad } from '@steelyard/analysis'
import type { FilledQuestion } from '@steelyard/contract'
import {
  DOMAIN0_NAME,
  type DomainLoad,
  type HostLoad,
  overheadFactor,
  withOverhead,
} from '@steelyard/model'

/** The analysed host as the question would have it: weights, caps, scheduler and arrival rates. */
export function askedLoad(known: AnalysisLoad, question: FilledQuestion): AnalysisLoad {
  const { domains, domain0Weight, tsliceMs, ratelimitUs } = question
  return {
    ...known,
    load: withOverhead(scaledLoad(known.load, question), overheadOf(question), known.load),
    weights: {
      ...known.weights,
      ...Object.fromEntries(domains.map(({ domain, weight }) => [domain, weight])),
      [DOMAIN0_NAME]: domain0Weight,
    },
    scheduling: { ...known.scheduling, tsliceMs, ratelimitUs },
  }
}

/** What the VMM's overhead multiplies service times by, for those who do not take them from the load. */
export function overheadFactorOf({ load }: AnalysisLoad, question: FilledQuestion): number {
  return overheadFactor(scaledLoad(load, question), overheadOf(question), load)
}

function overheadOf({ overheadPercent }: FilledQuestion): number {
  return overheadPercent / 100
}

/** What the arrival rate of a domain is multiplied by. */
export function loadFactorOf({ domains, loadFactor }: FilledQuestion, domain: string): number {
  return loadFactor * (domains.find((wanted) => wanted.domain === domain)?.loadFactor ?? 1)
}

function scaledLoad(load: HostLoad, question: FilledQuestion): HostLoad {
  const domains = load.domains.map((domain) => ({
    ...scaledDomain(domain, loadFactorOf(question, domain.name)),
    capPercent: question.domains.find((wanted) => wanted.domain === domain.name)?.cap ?? 0,
  }))
  const rates = (all: readonly DomainLoad[]) =>
    all.reduce((sum, { arrivalRatePerSecond }) => sum + arrivalRatePerSecond, 0)
  const { ioRequestsPerSecond, serviceTimeSeconds, backgroundUtilisation = 0 } = load.domain0
  // Of guests whose service time is not known there are requests too; theirs stay.
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

/** More of the same: gaps shrink by the factor, their squared coefficient of variation stays. */
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

/** x = U / lambda holds the background, which does not grow with the requests: fewer share it. */
function perRequest(
  { rate, seconds, background }: { rate: number; seconds: number; background: number },
  newRate: number,
): number {
  if (rate === 0 || newRate === 0) return seconds
  return seconds - background / rate + background / newRate
}
