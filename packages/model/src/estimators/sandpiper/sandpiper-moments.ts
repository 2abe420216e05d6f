import type { DomainLoad } from '../../load/host-load.ts'

interface SandpiperMoments {
  serviceTimeSeconds: number
  serviceTimeVarianceSeconds2: number
  interArrivalVarianceSeconds2: number
}

/**
 * The moments that SandPiper needs of a domain, or the name of the quantity that was not measured.
 * `log` takes mean and variance of the durations in the server's log, as published; they contain
 * the waiting time, so they grow with overload. `cpu` takes x = U / lambda and scales the log's
 * variance by (x / s)^2, which keeps its coefficient of variation.
 */
export function sandpiperMoments(
  domain: DomainLoad,
  source: 'log' | 'cpu',
): SandpiperMoments | { missing: string } {
  const {
    interArrivalVarianceSeconds2,
    logServiceTimeSeconds: log,
    logServiceTimeVarianceSeconds2: variance,
  } = domain
  if (interArrivalVarianceSeconds2 === undefined) return { missing: 'inter-arrival variance' }
  if (log === undefined) return { missing: 'request duration in the log' }
  if (variance === undefined) return { missing: 'variance of the request duration' }
  if (source === 'log') {
    return {
      serviceTimeSeconds: log,
      serviceTimeVarianceSeconds2: variance,
      interArrivalVarianceSeconds2,
    }
  }
  const scale = log > 0 ? domain.serviceTimeSeconds / log : 0
  return {
    serviceTimeSeconds: domain.serviceTimeSeconds,
    serviceTimeVarianceSeconds2: variance * scale * scale,
    interArrivalVarianceSeconds2,
  }
}
