import type { Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, anUpload } from '../../../lib/testing/fixtures.ts'
import { render } from '../../../lib/testing/render.tsx'
import { TargetsForm } from './targets-form.tsx'

const form = (guests: string[], upload: Partial<Upload> = {}, host = aHost()) =>
  render(<TargetsForm upload={anUpload(upload)} host={host} guests={guests} go={() => {}} />)

describe('the fields for targets', () => {
  it('exist for each domain, with units', () => {
    const { text, buttons } = form(['vm1', 'vm2'])
    expect(text).toContain('vm1 Response time of vm1 ms Throughput of vm1 /s')
    expect(text).toContain('vm2 Response time of vm2 ms Throughput of vm2 /s')
    expect(buttons).toEqual(['Show', 'Back', 'Run the analysis'])
  })

  it('are kept on the host by default', () => {
    const { html, text } = form(['vm1'])
    expect(text).toContain('Keep these targets on the host for the next analyses')
    expect(html).toMatch(/role="checkbox" aria-checked="true"/)
  })

  it('report no error before they are sent', () => {
    expect(form(['vm1']).text).not.toContain('Some values cannot be used')
    expect(form(['vm1']).html).not.toContain('role="alert"')
  })
})

describe('the advanced options', () => {
  it('are hidden behind a button', () => {
    const { html, text } = form(['vm1'])
    expect(text).toContain('Sound defaults; most analyses need none of these.')
    expect(html).toContain('aria-expanded="false" aria-controls="analysis-options"')
    expect(html).toMatch(
      /id="analysis-options"[^>]* hidden=""|hidden=""[^>]* id="analysis-options"/,
    )
  })

  it('show the source of each weight', () => {
    const domains = [
      aDomain('vm1', { weight: 65_535 }),
      aDomain('vm2', { weight: null }),
      aDomain('vm3', { gone: true }),
    ]
    const facts: Upload['hostFacts'] = {
      scheduler: null,
      pCpus: null,
      contradictions: [],
      domains: [
        {
          domain: 'vm4',
          xenId: null,
          weight: { value: 512, origin: { kind: 'xl-output', path: 'sched.txt' } },
          cap: null,
        },
      ],
    }
    const { text } = form(['vm1', 'vm2', 'vm3', 'vm4'], { hostFacts: facts }, aHost({ domains }))
    expect(text).toContain('vm1 weight 65,535, from the host, as it is now')
    expect(text).toContain('vm2 weight not known, 256 assumed')
    expect(text).toContain('vm3 weight not known, 256 assumed')
    expect(text).toContain('vm4 weight 512, from sched.txt')
  })

  it('include bounds for each domain', () => {
    const { text } = form(['vm1'])
    expect(text).toContain('Weight of vm1 Smallest share of vm1 Largest share of vm1')
    expect(text).toContain('Keep as it is : vm1')
  })
})
