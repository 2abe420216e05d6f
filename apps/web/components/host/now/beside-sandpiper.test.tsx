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
import { BesideSandpiperPart } from './beside-sandpiper.tsx'

const statement = 'SandPiper would give vm1 1,047; the simulation expects vm2 to take 90 ms then.'

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
      <BesideSandpiperPart
        beside={{ statement, objective: 'meet-targets', options, ...more }}
        result={aResult({
          domains: [aDomainResult('vm1'), aDomainResult('vm2', { target: null })],
        })}
      />
    </InHostFrame>,
  )

it('shows the weights in force, the recommended ones and SandPiper’s side by side', () => {
  const { html, text } = shown([inForce, recommended, sandpiper])
  expect(text).toContain('SandPiper would give vm1 1,047; the simulation expects vm2')
  expect(rowsOf(html)).toEqual([
    [
      'Domain',
      'In force weight, simulated ms',
      'Recommended weight, simulated ms',
      'SandPiper weight, simulated ms',
    ],
    [
      'vm1',
      '256 200 (150 to 250) over the target',
      '384 40 (30 to 50) within the target',
      '1,047 32 (24 to 40) within the target',
    ],
    ['vm2', '256', '256', '256'],
    ['Worst time over target', '×2.5 (vm1)', '×0.50 (vm1)', '×0.40 (vm1)'],
    ['Gain in the worst ratio of time to target', '–', '80 % better, ± 3 %', '12 % worse, ± 15 %'],
  ])
})

it('colours only a gain that is beyond its uncertainty', () => {
  const gainOf = (value: number) =>
    shown([inForce, option('sandpiper', 1047, 40, { gain: { value, uncertainty: 0.1 } })]).html
  expect(gainOf(0.2)).toMatch(/text-ok[^<]*">20\s% better/)
  expect(gainOf(-0.2)).toMatch(/text-warn[^<]*">20\s% worse/)
  expect(gainOf(0.05)).toMatch(/text-ink-faint[^<]*">5\s% better/)
})

it('shows the weights alone where nothing was simulated', () => {
  const { html } = shown([option('in-force', 256, null), option('sandpiper', 1047, null)])
  expect(rowsOf(html)).toEqual([
    ['Domain', 'In force weight', 'SandPiper weight'],
    ['vm1', '256', '1,047'],
    ['vm2', '256', '256'],
  ])
})

it('says in one sentence that SandPiper would change nothing', () => {
  const keeps = 'SandPiper sees no target missed and would change nothing.'
  const { html, text } = shown([], { statement: keeps, objective: null })
  expect(text).toBe(keeps)
  expect(html).not.toContain('<table')
})
