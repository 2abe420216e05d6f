import type { RankedEstimator, RankingReason } from '@steelyard/analysis'
import { expect, it } from 'vitest'
import { presentRanking } from './present-ranking.ts'

const sdps: RankedEstimator = {
  estimator: 'sdps',
  windows: 60,
  medianApe: 0.15,
  mape: 0.225,
  biasSeconds: 0.001,
  tooFew: false,
}
const rankingOf = (reasons: RankingReason[], estimators = [sdps]) =>
  presentRanking({ used: 'sdps', best: 'sdps', compared: 60, reasons, estimators })

it('gives the reason with the figures that decided', () => {
  expect(rankingOf([{ code: 'closest', closest: sdps }]).reason).toContain(
    'Self-consistent sharing (SDPS), half of 60 estimates within 15 %, 23 % off on average',
  )
  expect(rankingOf([{ code: 'chosen', closest: sdps }]).reason).toMatch(
    /^Chosen by you. Closest on this recording: Self-consistent sharing/,
  )
  expect(rankingOf([{ code: 'chosen', closest: null }]).reason).toBe('Chosen by you.')
  expect(rankingOf([{ code: 'nothing-measured' }]).reason).toMatch(/^Nothing was measured/)
})

it('says why an estimator cannot be used', () => {
  const reasons: RankingReason[] = [
    { code: 'asked-cannot-forecast', estimator: 'sandpiper' },
    { code: 'closest-has-no-answer', estimator: 'sdps' },
  ]
  expect(rankingOf(reasons).reason).toMatch(
    /^You asked for SandPiper. It does not see weights.* Closest was Self-consistent sharing \(SDPS\), which has no finite answer/,
  )
})

it('notes what speaks against each, and counts in milliseconds', () => {
  const { estimators } = rankingOf(
    [],
    [{ ...sdps, estimator: 'measured-wait' }, { ...sdps, windows: 29, tooFew: true }, sdps],
  )
  expect(estimators.map(({ note }) => note)).toEqual([
    expect.stringMatching(/diagnos/),
    'It answered 29 of 60: too few to be the best.',
    null,
  ])
  expect(estimators[2]!.biasMs).toBe(1)
})
