import type { EstimatorError } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { errorScopes, errorSentence, notValidNotes } from './estimator-errors.ts'

function error(
  estimator: EstimatorError['estimator'],
  domain: string | null,
  mape: number | null,
): EstimatorError {
  const windows = mape === null ? 0 : 40
  return { estimator, domain, windows, mape, medianApe: mape, biasMs: 24, notValid: [] }
}

describe('errors by scope', () => {
  const scopes = errorScopes([
    error('delay-aware', 'vm1', 2),
    error('sandpiper', 'vm1', 9),
    error('delay-aware', null, 3.1),
    error('sandpiper', null, null),
  ])

  it('puts all domains together first', () => {
    expect(scopes.map((scope) => scope.domain)).toEqual([null, 'vm1'])
  })
})

it('notes how many figures an estimator does not vouch for', () => {
  const notValid = [{ windows: 19, reason: 'lie outside what any weights could lead to' }]
  expect(notValidNotes({ ...error('delay-aware', null, 3), notValid })).toEqual([
    '19 of 40 lie outside what any weights could lead to',
  ])
})

describe('the sentence about an estimator', () => {
  it('states the size, the number and the direction of its errors', () => {
    expect(errorSentence('Delay-aware, as published', error('delay-aware', null, 3.125), 40)).toBe(
      'Delay-aware, as published was off by 313 % on average over 40 comparable windows (half of them by less than 313 %); on balance 24.0 ms too high.',
    )
  })

  it('does not hide windows without an answer', () => {
    expect(errorSentence('SandPiper', error('sandpiper', null, 9), 126)).toContain(
      'in the 40 comparable windows it answered, of 126',
    )
    expect(errorSentence('SandPiper', error('sandpiper', null, null), 126)).toMatch(/no answer/)
  })

  it('reports a bias towards low values', () => {
    const low = { ...error('delay-aware', null, 0.5), biasMs: -3.21 }
    expect(errorSentence('Delay-aware, as published', low, 40)).toContain(
      'on balance 3.21 ms too low',
    )
  })
})
