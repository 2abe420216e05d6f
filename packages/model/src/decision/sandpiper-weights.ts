import { lambdaCap } from '../estimators/sandpiper/sandpiper-capacity.ts'
import { sandpiperMoments } from '../estimators/sandpiper/sandpiper-moments.ts'
import type { DomainLoad } from '../load/host-load.ts'
import { valueFor } from '../load/value-for.ts'
import { MAX_WEIGHT, type Weights } from '../load/weights.ts'

export interface SandpiperDomain {
  load: DomainLoad
  /** 95th percentile of the arrival rate. */
  busyArrivalRatePerSecond: number
  /** d; without a target, SandPiper has no recommendation. */
  targetSeconds?: number
}

interface SandpiperOptions {
  serviceTimeSource?: 'log' | 'cpu'
}

export type SandpiperAction = 'raise' | 'keep' | 'impossible' | 'unknown'

export interface SandpiperWeight {
  name: string
  action: SandpiperAction
  lambdaCapPerSecond: number | null
  /** lambda_peak / lambda_cap; null when lambda_cap is unknown or 0. */
  factor: number | null
  /** Clamped to Xen's 65535; the old weight unless the action is `raise`. */
  weight: number
}

function weighOne(
  domain: SandpiperDomain,
  weight: number,
  options: SandpiperOptions,
): SandpiperWeight {
  const { name } = domain.load
  const keep = { name, lambdaCapPerSecond: null, factor: null, weight }
  if (domain.targetSeconds === undefined) {
    return { ...keep, action: 'unknown' }
  }
  const moments = sandpiperMoments(domain.load, options.serviceTimeSource ?? 'log')
  if ('missing' in moments) {
    return { ...keep, action: 'unknown' }
  }
  const cap = lambdaCap({
    ...moments,
    targetSeconds: domain.targetSeconds,
  })
  if (cap === 0) {
    return { ...keep, action: 'impossible', lambdaCapPerSecond: 0 }
  }
  const factor = domain.busyArrivalRatePerSecond / cap
  const raise = factor > 1
  return {
    name,
    action: raise ? 'raise' : 'keep',
    lambdaCapPerSecond: cap,
    factor,
    weight: raise ? Math.min(MAX_WEIGHT, Math.round(weight * factor)) : weight,
  }
}

/**
 * SandPiper's rule: w' = w lambda_peak / lambda_cap where that is above 1 (NSDI 2007, section on
 * resource provisioning). Domain-0 is left out, so its weight stays.
 */
export function sandpiperWeights(
  domains: readonly SandpiperDomain[],
  weights: Weights,
  options: SandpiperOptions = {},
): SandpiperWeight[] {
  return domains.map((domain) =>
    weighOne(domain, valueFor(weights, domain.load.name) ?? 256, options),
  )
}
