import { checkLoad } from '../../load/check-load.ts'
import type { HostLoad } from '../../load/host-load.ts'
import type { Weights } from '../../load/weights.ts'
import type { DelayAwareFit } from '../delay-aware-fit.ts'
import type { DomainEstimate, EstimateOptions } from '../estimate.ts'
import type { ForecastingEstimator } from '../estimator.ts'
import { noAnswer, noArrivals } from '../no-answer.ts'
import { delayAwareTerms } from './delay-aware-terms.ts'

function estimateDomains(
  load: HostLoad,
  weights: Weights,
  { delayAwareFit: fit, normalisation }: EstimateOptions,
): DomainEstimate[] {
  const names = load.domains.map(({ name }) => name)
  if (!fit || 'missing' in fit) {
    const sentence = fit?.missing ?? 'No recording has provided the coefficients of this host yet.'
    return names.map((name) => noAnswer(name, { code: 'not-calibrated', sentence, numbers: {} }))
  }
  const terms = delayAwareTerms(load, weights, normalisation)
  const { alpha, beta, gamma } = fit.coefficients
  return load.domains.map(({ name, arrivalRatePerSecond }) => {
    if (arrivalRatePerSecond === 0) return noArrivals(name)
    const own = terms?.get(name)
    if (!own) {
      return noAnswer(name, {
        code: 'host-saturated',
        sentence:
          'With Domain-0 the guests ask for more CPU than the host has: queues grow without bound.',
        numbers: { pCpus: load.pCpus },
      })
    }
    const breakdown = {
      serviceSeconds: alpha * own.serviceSeconds,
      vmDelaySeconds: beta * own.loadedVmDelaySeconds,
      domain0DelaySeconds: gamma * own.domain0DelaySeconds,
    }
    const { serviceSeconds, vmDelaySeconds, domain0DelaySeconds } = breakdown
    return {
      name,
      responseTimeSeconds: serviceSeconds + vmDelaySeconds + domain0DelaySeconds,
      breakdown,
      valid: true,
      reasons: [],
    }
  })
}

function fitSentences(fit: DelayAwareFit): string[] {
  const { coefficients, standardErrors, crossValidated, n, blocks } = fit
  const figure = (key: keyof typeof coefficients) =>
    `${key} = ${coefficients[key].toPrecision(3)} ± ${standardErrors[key].toPrecision(2)}`
  return [
    `Fitted to ${n} measured means of this recording: ${figure('alpha')}, ${figure('beta')}, ${figure('gamma')}.`,
    `Cross-validated in ${blocks.length} blocks: off by ${percent(crossValidated.meanApe)} on average on windows left out, half of them by less than ${percent(crossValidated.medianApe)}.`,
  ]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

function estimate(load: HostLoad, weights: Weights, options: EstimateOptions = {}) {
  checkLoad(load)
  const fit = options.delayAwareFit
  return {
    domains: estimateDomains(load, weights, options),
    assumptions: [
      'R_p = alpha x_p + beta D_VMp rho / (1 - rho) + gamma D_0p: eq (1)-(3) with the load in it (E0.8) and coefficients of this host, none below zero.',
      ...(fit && !('missing' in fit) ? fitSentences(fit) : []),
      'Holds for this host and loads like the recorded ones; the coefficients are not laws of nature.',
    ],
  }
}

/** Eq (1)-(3) of paper 0 with the host's load and coefficients fitted to its windows, seconds. */
export const delayAwareCalibrated: ForecastingEstimator<'delay-aware-calibrated'> = {
  id: 'delay-aware-calibrated',
  label: 'Delay-aware, calibrated',
  title: 'the calibrated delay-aware formula',
  note: 'The three parts of the published formula with the load level included and coefficients fitted to this recording. So it holds for this host and for loads like the recorded ones.',
  source:
    'Paper 0, eq (1)-(3), with rho / (1 - rho) and coefficients by non-negative least squares',
  standing: 'ours',
  // The coefficients are fitted to log durations unless a recording has client times.
  speaksOf: 'logged',
  askedOf: 'whole',
  blindTo: ['tslice', 'ratelimit', 'cap'],
  forecast: { isProven: false, lastingSpread: 0.4 },
  isFitted: true,
  needsDemand: () => true,
  estimate,
}
