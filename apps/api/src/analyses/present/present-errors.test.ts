import { expect, test } from 'vitest'
import { presentError } from './present-errors.ts'

test('an error is shown in milliseconds, and its doubts as sentences', () => {
  const shown = presentError({
    estimator: 'delay-aware',
    domain: null,
    windows: 4,
    mape: 0.4,
    medianApe: 0.2,
    biasSeconds: 0.0045,
    notValid: [
      { windows: 1, doubt: 'scale-invariant' },
      { windows: 2, doubt: 'several-cpus' },
    ],
  })
  expect(shown.biasMs).toBeCloseTo(4.5, 12)
  expect(shown.notValid).toEqual([
    { windows: 1, reason: 'lie outside what any weights could lead to at this load' },
    { windows: 2, reason: expect.stringContaining('several pCPUs') },
  ])
})
