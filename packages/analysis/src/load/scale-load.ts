import type { DomainLoad, HostLoad } from '@steelyard/model'

/** The load with each guest's request rate multiplied by its factor; its background work stays. */
export function scaleRates(load: HostLoad, factorOf: (domain: string) => number): HostLoad {
  const domains = load.domains.map((domain) => scaledDomain(domain, factorOf(domain.name)))
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

/** The load with all CPU time, of guests and of Domain-0, multiplied: a host of another speed. */
export function scaleDemand(load: HostLoad, factor: number): HostLoad {
  return { ...load, domains: load.domains.map(scaled), domain0: scaled(load.domain0) }

  function scaled<T extends Pick<DomainLoad, 'serviceTimeSeconds' | 'backgroundUtilisation'>>(
    work: T,
  ): T {
    const { serviceTimeSeconds, backgroundUtilisation: background } = work
    return {
      ...work,
      serviceTimeSeconds: serviceTimeSeconds * factor,
      ...(background === undefined ? {} : { backgroundUtilisation: background * factor }),
    }
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
