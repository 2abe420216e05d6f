import { AnalysisOptions } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { anAnalysis, idOf } from '../../../lib/testing/fixtures.ts'
import { render } from '../../../lib/testing/render.tsx'
import { FoundationsSection } from './foundations-section.tsx'
import { optionsInWords } from './option-labels.ts'

const section = () => render(<FoundationsSection analysis={anAnalysis()} />)

describe('the downloads', () => {
  it('offer every table in both formats', () => {
    const { links } = section()
    const tables = ['recommendation', 'windows', 'estimates', 'errors', 'observations']
    expect(Object.values(links).filter((href) => href.includes('format='))).toEqual(
      tables.flatMap((table) =>
        ['csv', 'json'].map(
          (format) => `/api/v1/analyses/${idOf(30)}/exports/${table}?format=${format}`,
        ),
      ),
    )
    expect(links['Windows as CSV']).toContain('windows')
  })
})

describe('the options in words', () => {
  const inWords = (options: Partial<AnalysisOptions>) =>
    new Map(optionsInWords({ options: { ...AnalysisOptions.parse({}), ...options } }, []))

  it('describe the defaults', () => {
    const words = inWords({})
    expect(words.get('Windows judged')).toBe('since the last change of weights')
    expect(words.get('Judged by')).toBe('The closest on the recording')
    expect(words.get('Weights in force')).toBe('as recorded, else the host’s')
    expect(words.get('Bounds')).toBe('none')
    expect(words.get('Kept as they are')).toBe('none')
    expect([...words.values()].join()).not.toMatch(/undefined|null|NaN/)
  })

  it('describe what was set', () => {
    const words = inWords({
      range: { from: '2026-11-20T10:00:00Z', to: '2026-11-20T11:00:00Z' },
      weights: [
        { domain: 'vm1', weight: 65_535 },
        { domain: 'vm2', weight: 256 },
      ],
      bounds: [
        { domain: 'vm1', minShare: 0.05, maxShare: null },
        { domain: 'vm2', minShare: 0.1, maxShare: 0.5 },
      ],
      excluded: ['vm3', 'vm4'],
      anchored: false,
      client: 'domain-0',
      targetStatistic: 'mean',
    })
    expect(words.get('Windows judged')).toMatch(
      /^20 Nov 2026, \d\d:00 UTC to 20 Nov 2026, \d\d:00 UTC$/,
    )
    expect(words.get('Weights in force')).toBe('vm1 65,535, vm2 256')
    expect(words.get('Bounds')).toBe('vm1 at least 5.0 %, vm2 at least 10 % at most 50 %')
    expect(words.get('Kept as they are')).toBe('vm3, vm4')
    expect(words.get('Predictions')).toBe('the model alone')
    expect(words.get('Clients')).toBe('in Domain-0')
    expect(words.get('Targets apply to')).toBe('the mean of requests')
  })

  it('name an estimator that no longer exists by its id', () => {
    expect(inWords({ estimator: 'oracle' }).get('Judged by')).toBe('oracle')
  })
})
