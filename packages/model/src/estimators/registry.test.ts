import { expect, test } from 'vitest'
import { equalWeights, paperLoad } from '../paper-loads.fixture.ts'
import { estimators } from './registry.ts'

test.each(Object.values(estimators))(
  '$id returns the times that its `speaksOf` declares',
  (estimator) => {
    const { domains } = estimator.estimate(paperLoad([30, 30, 100]), equalWeights)
    for (const { loggedTimeSeconds } of domains) {
      expect(loggedTimeSeconds !== undefined).toBe(estimator.speaksOf === 'both')
    }
  },
)
