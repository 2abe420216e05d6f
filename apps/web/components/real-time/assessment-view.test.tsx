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
  it('states the obstacle once', () => {
    const statement = 'rt1 needs 120 % of pCPU 0.'
    const { text } = view({ schedulable: false, statement, caps: null, hindrance: statement })
    expect(text).toContain('Verdict does not fit')
    expect(text.match(/rt1 needs 120 %/g)).toHaveLength(1)
    expect(view({ hindrance: 'Caps would be below 1 %.' }).text).toContain(
      'Both guests meet every deadline. Caps would be below 1 %.',
    )
  })

  it('states what global EDF guarantees', () => {
    expect(view({ globalEdf: { bound: 1.5, guaranteed: true } }).text).toContain(
      'every deadline up to 150 %: guaranteed here.',
    )
  })

  it('lists every remark', () => {
    const { text } = view({ remarks: ['rt1 starts late.', 'rt2 has two vCPUs.'] })
    expect(text).toContain('rt1 starts late. rt2 has two vCPUs.')
  })
})

describe('the list of pCPUs', () => {
  it('names real-time and capped domains, also for screen readers', () => {
    const { html, text } = view()
    expect(text).toContain('pCPU 0 70.0 % real-time rt1; capped vm1 30 %')
    expect(html).toContain('aria-label="pCPU 0: 70.0 % real-time"')
  })

  it('reports an overloaded pCPU', () => {
    const full = { pCpu: 0, utilisation: 1.2, fits: false, realTime: ['rt1', 'rt2'], others: [] }
    const { html, text } = view({ pCpus: [full], caps: null })
    expect(text).toContain('pCPU 0 120 % real-time rt1 and rt2')
    expect(html).toContain('aria-label="pCPU 0: 120 % real-time, more than it has"')
    expect(text).not.toContain('capped')
  })

  it('handles a free pCPU, and a host without other domains', () => {
    const free = { pCpu: 3, utilisation: 0, fits: true, realTime: [], others: [] }
    const { text } = view({ pCpus: [free], caps: [] }, [])
    expect(text).toContain('pCPU 3 0 % real-time no real-time guest')
    expect(text).toContain('There are no other guests to cap.')
    expect(view().text).not.toContain('no other guests to cap')
  })
})

describe('the reservations', () => {
  it('are for a cpupool where real-time domains have their own pCPUs', () => {
    expect(view({ poolPCpus: [1] }).text).toContain('In a cpupool under RTDS')
    expect(view({ poolPCpus: [1] }).text).toContain('For a cpupool of 1 pCPU.')
    expect(view({ poolPCpus: [2, 3] }).text).toContain('For a cpupool of 2 pCPUs.')
  })

  it('are for the whole host otherwise, and can be copied', () => {
    const { text, buttons } = view()
    expect(text).toContain('For a host entirely under RTDS')
    expect(text).toContain('xl sched-rtds -d rt1 -v all -p 100000 -b 70000 -e 0')
    expect(buttons).toEqual(['Copy: RTDS reservations'])
  })
})

describe('the plans on offer', () => {
  const ways = (
    more: Partial<RealTimeAssessment> = {},
    { host = aHost(), user = userWith() } = {},
  ) => render(<PlanSection host={host} assessment={anAssessment(more)} />, { user })

  it('include caps, and a cpupool where it is possible', () => {
    expect(ways().text).toContain('Caps: vm1 60 % of one pCPU; weights stay.')
    expect(ways().buttons).toEqual(['Plan the caps'])
    const { text, buttons } = ways({ poolPCpus: [2, 3] })
    expect(text).toContain('A cpupool under RTDS for rt1 and rt2 on pCPU 2 and 3')
    expect(buttons).toEqual(['Plan the caps', 'Plan the cpupool'])
    expect(ways({ caps: null, poolPCpus: [1] }).buttons).toEqual(['Plan the cpupool'])
  })

  it('are missing where there is nothing to change', () => {
    expect(ways({ caps: null }).text).toBe('')
    expect(ways({ caps: [] }).text).toBe('')
  })

  it('warn where the host is not connected', () => {
    const host = aHost({ connection: { state: 'none' } })
    expect(ways({}, { host }).text).toContain('Warning: xen-1 is not connected')
    expect(ways().text).not.toContain('not connected')
  })

  it('are limited to users who may make plans', () => {
    const { text, buttons } = ways({}, { user: userWith(['hosts:read']) })
    expect(text).toBe('Note: Your role, viewer, does not include making plans.')
    expect(buttons).toEqual([])
  })
})
