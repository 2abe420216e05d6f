import type { RealTimeAssessment, RealTimeSet } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aHost, anAssessment } from '../../lib/testing/fixtures.ts'
import { render, userWith } from '../../lib/testing/render.tsx'
import { AssessmentView } from './assessment-view.tsx'
import { PlanSection } from './plan-section.tsx'

const vm1: RealTimeSet['others'] = [{ name: 'vm1', weight: 256, vCpus: 1 }]

const view = (more: Partial<RealTimeAssessment> = {}, others = vm1) =>
  render(<AssessmentView assessment={anAssessment(more)} others={others} />)

describe('a verdict', () => {
  it('that it does not fit says what stands in the way, once', () => {
    const statement = 'rt1 needs 120 % of pCPU 0.'
    const { text } = view({ schedulable: false, statement, caps: null, hindrance: statement })
    expect(text).toContain('Verdict does not fit')
    expect(text.match(/rt1 needs 120 %/g)).toHaveLength(1)
    expect(view({ hindrance: 'Caps would be below 1 %.' }).text).toContain(
      'Both domains meet every deadline. Caps would be below 1 %.',
    )
  })

  it('says what global EDF promises', () => {
    expect(view({ globalEdf: { bound: 1.5, guaranteed: true } }).text).toContain(
      'every deadline up to 150 %: guaranteed here.',
    )
  })

  it('repeats every remark', () => {
    const { text } = view({ remarks: ['rt1 starts late.', 'rt2 has two vCPUs.'] })
    expect(text).toContain('rt1 starts late. rt2 has two vCPUs.')
  })
})

describe('what is left of each pCPU', () => {
  it('says who needs it and who is capped on it, to those who cannot see the bars too', () => {
    const { html, text } = view()
    expect(text).toContain('pCPU 0 70.0 % real-time rt1; capped vm1 30 %')
    expect(html).toContain('aria-label="pCPU 0: 70.0 % real-time"')
  })

  it('says where more is needed than there is', () => {
    const full = { pCpu: 0, utilisation: 1.2, fits: false, realTime: ['rt1', 'rt2'], others: [] }
    const { html, text } = view({ pCpus: [full], caps: null })
    expect(text).toContain('pCPU 0 120 % real-time rt1 and rt2')
    expect(html).toContain('aria-label="pCPU 0: 120 % real-time, more than it has"')
    expect(text).not.toContain('capped')
  })

  it('may be all of it, and there may be nobody to cap', () => {
    const free = { pCpu: 3, utilisation: 0, fits: true, realTime: [], others: [] }
    const { text } = view({ pCpus: [free], caps: [] }, [])
    expect(text).toContain('pCPU 3 0 % real-time no real-time domain')
    expect(text).toContain('There are no other domains to cap.')
    expect(view().text).not.toContain('no other domains to cap')
  })
})

describe('the reservations', () => {
  it('are for a cpupool where the real-time domains have pCPUs of their own', () => {
    expect(view({ poolPCpus: [1] }).text).toContain('In a cpupool under RTDS')
    expect(view({ poolPCpus: [1] }).text).toContain('For a cpupool of 1 pCPU.')
    expect(view({ poolPCpus: [2, 3] }).text).toContain('For a cpupool of 2 pCPUs.')
  })

  it('are for the whole host otherwise, to be copied', () => {
    const { text, buttons } = view()
    expect(text).toContain('For a host entirely under RTDS')
    expect(text).toContain('xl sched-rtds -d rt1 -v all -p 100000 -b 70000 -e 0')
    expect(buttons).toEqual(['Copy: RTDS reservations'])
  })
})

describe('the ways to arrange it', () => {
  const ways = (
    more: Partial<RealTimeAssessment> = {},
    { host = aHost(), user = userWith() } = {},
  ) => render(<PlanSection host={host} assessment={anAssessment(more)} />, { user })

  it('are caps, and a cpupool where one is possible', () => {
    expect(ways().text).toContain('Caps: vm1 60 % of one pCPU; weights stay.')
    expect(ways().buttons).toEqual(['Plan the caps'])
    const { text, buttons } = ways({ poolPCpus: [2, 3] })
    expect(text).toContain('A cpupool under RTDS for rt1 and rt2 on pCPU 2 and 3')
    expect(buttons).toEqual(['Plan the caps', 'Plan the cpupool'])
    expect(ways({ caps: null, poolPCpus: [1] }).buttons).toEqual(['Plan the cpupool'])
  })

  it('are none where there is nothing to arrange', () => {
    expect(ways({ caps: null }).text).toBe('')
    expect(ways({ caps: [] }).text).toBe('')
  })

  it('warn where the host cannot be reached', () => {
    const host = aHost({ connection: { state: 'none' } })
    expect(ways({}, { host }).text).toContain('Warning: xen-1 is not connected')
    expect(ways().text).not.toContain('not connected')
  })

  it('are only for those who make plans', () => {
    const { text, buttons } = ways({}, { user: userWith(['hosts:read']) })
    expect(text).toBe('Note: Your role, viewer, does not include making plans.')
    expect(buttons).toEqual([])
  })
})
