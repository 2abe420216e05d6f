import type { AnalysisResult, DomainResult, SandpiperResult } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomainResult, aResult } from '../../../lib/testing/fixtures.ts'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { BreakdownCard } from './breakdown-card.tsx'
import { LoadCard } from './load-card.tsx'
import { SandpiperCard } from './sandpiper-card.tsx'

type Estimate = DomainResult['estimates'][number]

const estimate = (more: Partial<Estimate> = {}): Estimate => ({
  estimator: 'delay-aware',
  responseTimeMs: 50,
  breakdown: { serviceMs: 4, vmDelayMs: 30, domain0DelayMs: 16 },
  valid: true,
  reasons: [],
  ...more,
})
const withEstimates =
  (...names: string[]) =>
  (of: Partial<Estimate>) =>
    aResult({ domains: names.map((name) => aDomainResult(name, { estimates: [estimate(of)] })) })

describe('load and waiting', () => {
  it('has units, and a dash for what was not measured', () => {
    const { html, text } = render(<LoadCard result={aResult()} />)
    expect(text).toContain('The host is 40.0 % busy.')
    expect(rowsOf(html).slice(1)).toEqual([
      ['vm1', '256', '50 %', '45.0/s', '60.0/s', '4.00 ms', '30.0 %', '2.00 ms'],
      ['Domain-0', '256', '50 %', '–', '–', '0.400 ms', '10.0 %', '–'],
    ])
  })

  it('states once what holds for several domains', () => {
    const result = withEstimates('vm1', 'vm2')({ valid: false, reasons: ['The queue has no end.'] })
    const { text } = render(<LoadCard result={result} />)
    expect(text).toContain(
      'Delay-aware, as published, vm1, vm2 (not usable): The queue has no end.',
    )
    expect(text.split('The queue has no end.')).toHaveLength(2)
  })

  it('states that no estimator has reservations', () => {
    const { text } = render(<LoadCard result={withEstimates('vm1')({})} />)
    expect(text).toContain('No estimator has reservations about this load.')
  })
})

describe('where the time goes', () => {
  const card = (result: AnalysisResult) => render(<BreakdownCard result={result} />).text

  it('adds up its parts and shows the measured value as well', () => {
    const text = card(withEstimates('vm1')({}))
    expect(text).toContain('vm1 estimate 50 ms, measured 54.0 ms')
    expect(text).toContain('service 4.00 ms + other guests 30.0 ms + Domain-0 16.0 ms')
  })

  it('is left out where no estimate has parts', () => {
    expect(card(withEstimates('vm1')({ breakdown: null }))).toBe('')
    expect(card(aResult())).toBe('')
  })
})

describe('what SandPiper would do', () => {
  it('is a factor on the weight, no change, or more than any factor', () => {
    const domain = (
      name: string,
      lambdaCapPerSecond: number | null,
      weightFactor: number | null,
    ) => ({
      domain: name,
      lambdaCapPerSecond,
      weightFactor,
      busyArrivalRatePerSecond: 60,
    })
    const sandpiper: SandpiperResult = {
      domains: [
        domain('vm1', 6.4, 9.37),
        domain('vm2', 80, 1),
        domain('vm3', 0, null),
        domain('vm4', null, null),
      ],
      statement: 'It would raise vm1.',
    }
    const { html, text } = render(<SandpiperCard sandpiper={sandpiper} />)
    expect(text).toContain('It would raise vm1.')
    expect(rowsOf(html).slice(1)).toEqual([
      ['vm1', '60.0/s', '6.40/s', '×9.37'],
      ['vm2', '60.0/s', '80.0/s', 'kept'],
      ['vm3', '60.0/s', '0/s', 'no factor is enough'],
      ['vm4', '60.0/s', '–', 'not known'],
    ])
  })
})
