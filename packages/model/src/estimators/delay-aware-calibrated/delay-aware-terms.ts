import { domain0Utilisation } from '../../load/domain0-path.ts'
import type { HostLoad } from '../../load/host-load.ts'
import { totalUtilisation } from '../../load/utilisation.ts'
import type { Normalisation, Weights } from '../../load/weights.ts'
import { delayAware } from '../delay-aware/delay-aware.ts'

/** The factors of the three coefficients in the calibrated equation, seconds. */
export interface DelayAwareTerms {
  /** x_p */
  serviceSeconds: number
  /** D_VMp rho / (1 - rho) */
  loadedVmDelaySeconds: number
  /** D_0p */
  domain0DelaySeconds: number
}

/**
 * Eq (1)-(3) of paper 0, with D_VMp multiplied by rho / (1 - rho). Eq (2) describes how the others'
 * work is divided but not how busy the host is (erratum E0.8); rho / (1 - rho) is how the mean wait
 * of a work-conserving server grows with its load under any discipline (conservation law). rho
 * includes Domain-0.
 * @returns terms by domain name; null at saturation
 */
export function delayAwareTerms(
  load: HostLoad,
  weights: Weights,
  normalisation?: Normalisation,
): Map<string, DelayAwareTerms> | null {
  const rho = (totalUtilisation(load.domains) + domain0Utilisation(load)) / load.pCpus
  if (rho >= 1) return null
  const { domains } = delayAware.estimate(load, weights, normalisation && { normalisation })
  return new Map(
    domains.flatMap(({ name, breakdown }) => {
      if (!breakdown) return []
      const { serviceSeconds, vmDelaySeconds, domain0DelaySeconds } = breakdown
      const loadedVmDelaySeconds = (vmDelaySeconds * rho) / (1 - rho)
      return [[name, { serviceSeconds, loadedVmDelaySeconds, domain0DelaySeconds }]]
    }),
  )
}
