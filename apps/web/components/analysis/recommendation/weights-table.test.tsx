import { describe, expect, it } from 'vitest'
import { adviceFor, aPrediction, aRecommendation, aResult } from '../../../lib/testing/fixtures.ts'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { GainOrPrice } from '../verdict/gain-or-price.tsx'
import { WeightsTable } from './weights-table.tsx'

const table = (...domains: ReturnType<typeof adviceFor>[]) =>
  rowsOf(
    render(
      <WeightsTable
        recommendation={aRecommendation({ domains })}
        domain0={aResult().domain0}
        grade="enough"
      />,
    ).html,
  )

describe('the table of weights', () => {
  it('shows dashes for times that were not measured or predicted', () => {
    const [, domain0, row] = table(
      adviceFor('vm1', {
        measuredMs: null,
        predictedBefore: null,
        predictedAfter: null,
        targetMs: null,
        meetsTarget: null,
      }),
    )
    expect(domain0).toEqual([
      'Domain-0',
      '256 before 50 % after 33 %',
      'no response time of its own',
    ])
    expect(row).toEqual([
      'vm1',
      'before 256 after 512 before 50 % after 67 %',
      '–',
      '–',
      '–',
      '–',
      '–',
    ])
  })

  it('shows a soft target where there is no other, and where it comes from', () => {
    const soft = { targetMs: null, meetsTarget: null, softTargetMs: 240, measuredMs: 120 }
    const rows = table(
      adviceFor('vm1', { ...soft, softTargetOrigin: 'default' }),
      adviceFor('vm2', { ...soft, softTargetOrigin: 'asked' }),
      adviceFor('vm3', { softTargetMs: 240 }),
    )
    expect(rows.slice(2).map((row) => row[2])).toEqual([
      '240 soft, by default 2.0 × present',
      '240 soft, yours',
      '80',
    ])
  })

  it('has a row for each of many domains, in the given order', () => {
    const names = Array.from({ length: 40 }, (_, index) => `vm${40 - index}`)
    expect(table(...names.map((name) => adviceFor(name))).map(([name]) => name)).toEqual([
      'Guest',
      'Domain-0',
      ...names,
    ])
  })
})

describe('the gain of a domain', () => {
  it.each([
    [100, 60, '40 % faster'],
    [100, 150, '50 % slower'],
    [100, 104, 'the same'],
    [100, 96, 'the same'],
    [null, 60, '–'],
    [100, null, '–'],
  ])('from %j to %j ms reads "%s"', (before, after, words) => {
    const domain = {
      predictedBefore: before === null ? null : aPrediction(before),
      predictedAfter: after === null ? null : aPrediction(after),
    }
    expect(render(<GainOrPrice domain={domain} />).text).toBe(words)
  })
})
