import type { Estimator } from '@steelyard/contract'

function estimator(id: string, label: string, forecasts: boolean): Estimator {
  const kind = id === 'twin' ? 'simulation' : 'formula'
  const note = `What to know about ${id}.`
  return { id, label, note, source: '', standing: 'ours', kind, forecasts, blindTo: [] }
}

/** Estimators as the API lists them. */
export const estimators: readonly Estimator[] = [
  estimator('twin', 'Simulation', true),
  estimator('sdps', 'Queueing formula', true),
  estimator('delay-aware-calibrated', 'Delay-aware, calibrated', true),
  estimator('delay-aware', 'Delay-aware, as published', true),
  estimator('sandpiper', 'SandPiper', false),
  estimator('measured-wait', 'Measured wait', false),
]
