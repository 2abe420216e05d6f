import type { Estimator } from '@steelyard/contract'

function estimator(id: string, label: string, forecasts: boolean): Estimator {
  const kind = id === 'twin' ? 'simulation' : 'formula'
  return { id, label, source: '', standing: 'ours', kind, forecasts, blindTo: [] }
}

/** Estimators as the API lists them. */
export const estimators: readonly Estimator[] = [
  estimator('twin', 'Twin', true),
  estimator('sdps', 'SDPS', true),
  estimator('delay-aware-calibrated', 'Delay-aware, calibrated', true),
  estimator('delay-aware', 'Delay-aware', true),
  estimator('sandpiper', 'SandPiper', false),
  estimator('measured-wait', 'Measured wait', false),
]
