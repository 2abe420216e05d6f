import type { ForecastDomain } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { forecastSentence } from './forecast-words.ts'

const vm1 = { domain: 'vm1', change: 'faster', targetMs: null, then: {} } as ForecastDomain

it('calls a provisional answer a first guess, which the final one may contradict', () => {
  expect(forecastSentence([vm1], 'final')).toBe('vm1 becomes faster.')
  expect(forecastSentence([vm1], 'provisional')).toBe(
    'vm1 becomes faster. This is a first guess: the simulation may find any time within the intervals.',
  )
})
