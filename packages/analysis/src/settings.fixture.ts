import type { AnalysisSettings } from './settings.ts'

/** The default options of an analysis; a test states only what it is about. */
export const exampleSettings: AnalysisSettings = {
  range: null,
  normalisation: 'guests',
  sandpiperServiceTime: 'log',
  decisionRule: 'gated',
  objective: 'auto',
  targetStatistic: 'p95',
  targetWindowSeconds: null,
  softTargetMultiple: 2,
  targetMargin: 0.1,
  stepShare: 0.05,
  anchored: true,
  integerMapping: 'keep-unchanged',
  bounds: [],
  excluded: [],
  timeLimitSeconds: 20,
  estimator: 'best',
}
