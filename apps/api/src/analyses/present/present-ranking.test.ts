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

it('gives the reason with the deciding figures', () => {
  expect(rankingOf([{ code: 'closest', closest: sdps }]).reason).toContain(
    'the queueing formula, with a median error of 15 % and a mean error of 23 % over 60 estimates',
  )
  expect(rankingOf([{ code: 'chosen', closest: sdps }]).reason).toMatch(
    /^Chosen by you. Closest on this recording: the queueing formula/,
  )
  expect(rankingOf([{ code: 'chosen', closest: null }]).reason).toBe('Chosen by you.')
  expect(rankingOf([{ code: 'nothing-measured' }]).reason).toMatch(/^Nothing was measured/)
})

it('states why an estimator cannot be used', () => {
  const reasons: RankingReason[] = [
    { code: 'asked-cannot-forecast', estimator: 'sandpiper' },
    { code: 'closest-has-no-answer', estimator: 'sdps' },
  ]
  expect(rankingOf(reasons).reason).toMatch(
    /^You asked for SandPiper. It does not take weights into account.* Closest was the queueing formula, which has no finite answer/,
  )
})

it('notes what counts against each, in milliseconds', () => {
  const { estimators } = rankingOf(
    [],
    [{ ...sdps, estimator: 'measured-wait' }, { ...sdps, windows: 29, tooFew: true }, sdps],
  )
  expect(estimators.map(({ note }) => note)).toEqual([
    expect.stringMatching(/diagnos/),
    'It answered 29 of 60: too few to rank as the best.',
    null,
  ])
  expect(estimators[2]!.biasMs).toBe(1)
})
