import type { PredictorBasis } from '@steelyard/analysis'
import type { ProductAnswer, ProductCase } from './product-path.ts'

/** The twin says 10 ms of vm1, with no chance at all; a test states only what it is about. */
export function answer(
  recording: string,
  measured: number,
  changes: Partial<ProductAnswer> & { based?: Partial<PredictorBasis> } = {},
): ProductAnswer {
  const { based, ...more } = changes
  const time = { seconds: 0.01, logSpread: 0, runs: 5 }
  return {
    recording,
    statistic: 'mean',
    band: 0,
    domain: 'vm1',
    time,
    measured,
    isElsewhere: false,
    basis: {
      by: 'twin',
      quick: 'sdps',
      statistic: 'mean',
      worst: {},
      anchors: {},
      errors: [],
      outcomes: [],
      hostUtilisation: 0.5,
      chance: {},
      now: { vm1: time },
      advised: null,
      ...based,
    },
    ...more,
  }
}

export function shown(
  recording: string,
  shownBy: string,
  measured: number,
  changes: Partial<ProductCase> & { based?: Partial<PredictorBasis> } = {},
): ProductCase {
  return {
    ...answer(recording, measured, changes),
    shownBy,
    question: 'diagnosis',
    isDefault: true,
    grade: 'thin',
    isElsewhere: true,
    ...(changes.question ? { question: changes.question } : {}),
    ...(changes.isDefault === undefined ? {} : { isDefault: changes.isDefault }),
  }
}
