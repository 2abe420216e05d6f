import type { AnalysisResult, Ranking } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { anAnalysis, aResult } from '../../../lib/testing/fixtures.ts'
import { render, userWith } from '../../../lib/testing/render.tsx'
import { TrustCard } from './trust-card.tsx'

const ranked = (estimator: Ranking['used'], forecasts = true) => ({
  estimator,
  windows: 63,
  medianApe: 0.1,
  mape: 0.15,
  biasMs: 1,
  forecasts,
  note: null,
})
const ranking: Ranking = {
  used: 'sdps',
  best: 'sdps',
  reason: 'SDPS was closest.',
  estimators: [ranked('measured-wait', false), ranked('sdps'), ranked('delay-aware')],
}
const card = (result: Partial<AnalysisResult>, analysis = anAnalysis(), user = userWith()) =>
  render(<TrustCard analysis={analysis} result={aResult(result)} />, { user })
const optionsOf = (html: string) =>
  [...html.matchAll(/<option[^>]*>([^<]*)</g)].map(([, word]) => word)

it('names the estimator behind the verdict and gives the reason', () => {
  expect(card({ ranking }).text).toContain('How far to trust it SDPS was closest.')
})

it('turns to one domain, in the order of the result', () => {
  const of = (domain: string) => ({
    ...ranked('sdps'),
    domain,
    notValid: [],
  })
  const { html } = card({ ranking, errors: [of('vm1'), of('vm2')] })
  expect(optionsOf(html).slice(0, 3)).toEqual(['All guests', 'vm1', 'vm2'])
})

describe('analysing again', () => {
  it('offers estimators that can forecast, and is disabled for the current one', () => {
    const { html, buttons } = card({ ranking })
    expect(optionsOf(html)).toEqual([
      'The closest on the recording',
      'Queueing formula',
      'Delay-aware, as published',
    ])
    expect(buttons.at(-1)).toBe('Analyse again (off)')
  })

  it('needs the files, or the range of a watch, and the permission', () => {
    const isOffered = (...of: Parameters<typeof card>) =>
      card(...of).buttons.some((name) => name.startsWith('Analyse again'))
    expect(isOffered({ ranking })).toBe(true)
    expect(isOffered({ ranking }, anAnalysis({ uploads: [] }))).toBe(false)
    const watched = { from: '2026-11-20T10:00:00Z', to: '2026-11-20T11:00:00Z' }
    expect(isOffered({ ranking }, anAnalysis({ uploads: [], watched }))).toBe(true)
    expect(isOffered({ ranking }, anAnalysis(), userWith(['analyses:read']))).toBe(false)
  })
})
