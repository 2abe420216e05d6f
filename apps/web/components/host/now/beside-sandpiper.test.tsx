import type { BesideSandpiper, WeightOption } from '@steelyard/contract'
import { expect, it } from 'vitest'
import {
  aDomain,
  aDomainResult,
  aHost,
  aPrediction,
  aResult,
} from '../../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../../lib/testing/in-host-frame.tsx'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { BesideSandpiperCard } from './beside-sandpiper.tsx'

const statement = 'SandPiper would give vm1 1,047. In the simulation vm2 then takes 90 ms.'

function option(
  of: WeightOption['of'],
  weight: number,
  ms: number | null,
  more: Partial<WeightOption> = {},
): WeightOption {
  const predicted = ms === null ? null : aPrediction(ms)
  const meetsTarget = ms === null ? null : ms <= 80
  return {
    of,
    // Not in the order of the host.
    domains: [
      { domain: 'vm2', weight: 256, predicted: null, meetsTarget: null },
      { domain: 'vm1', weight, predicted, meetsTarget },
    ],
    worst: ms === null ? null : { domain: 'vm1', ratio: ms / 80 },
    gain: null,
    ...more,
  }
}
const inForce = option('in-force', 256, 200)
const recommended = option('recommended', 384, 40, { gain: { value: 0.8, uncertainty: 0.03 } })
const sandpiper = option('sandpiper', 1047, 32, { gain: { value: -0.12, uncertainty: 0.15 } })

const shown = (options: WeightOption[], more: Partial<BesideSandpiper> = {}) =>
  render(
    <InHostFrame host={aHost({ domains: [aDomain('vm1'), aDomain('vm2')] })}>
      <BesideSandpiperCard
        beside={{ statement, objective: 'meet-targets', options, ...more }}
        result={aResult({
          domains: [aDomainResult('vm1'), aDomainResult('vm2', { target: null })],
        })}
      />
    </InHostFrame>,
  )

it('shows the weights as they are, Steelyard’s and SandPiper’s, each with its verdict', () => {
  const { html, text } = shown([inForce, recommended, sandpiper])
  expect(text).toContain('SandPiper would give vm1 1,047. In the simulation vm2')
  expect(rowsOf(html)).toEqual(
    [
      ['256', '200 (150 to 250) misses'],
      ['384', '40 (30 to 50) meets'],
      ['1,047', '32 (24 to 40) meets'],
    ].flatMap(([weight, predicted]) => [
      ['Guest', 'Weight', 'Against the target', 'Predicted, ms'],
      ['vm1', weight, '', predicted],
      ['vm2', '256', '', '–'],
    ]),
  )
  expect(text).toContain('As it is Misses')
  expect(text).toContain('SandPiper Meets')
  expect(html).toContain('aria-label="predicted 32 ms, 24 to 40, target 80 ms"')
})

it('says how close the closest is, and what is gained', () => {
  const { text } = shown([inForce, recommended, sandpiper])
  expect(text).toContain(
    'Closest to its limit: vm1 at 0.50 times its target. 80 % better in the worst ratio of time to target, ± 3 %.',
  )
  expect(text).toContain('12 % worse in the worst ratio of time to target, ± 15 %.')
})

it('shows the weights alone where nothing was simulated', () => {
  const { html } = shown([option('in-force', 256, null), option('sandpiper', 1047, null)])
  expect(rowsOf(html)).toEqual([
    ['Guest', 'Weight'],
    ['vm1', '256'],
    ['vm2', '256'],
    ['Guest', 'Weight'],
    ['vm1', '1,047'],
    ['vm2', '256'],
  ])
})

it('says in one sentence that SandPiper would change nothing', () => {
  const keeps = 'SandPiper sees no target missed and would change nothing.'
  const { html, text } = shown([], { statement: keeps, objective: null })
  expect(text).toBe(`What SandPiper would do ${keeps}`)
  expect(html).not.toContain('<table')
})
