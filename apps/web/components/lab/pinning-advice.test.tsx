import type { LabResult } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aLabDomain, anAnalysis, aVariant, idOf } from '../../lib/testing/fixtures.ts'
import { answer, render, userWith } from '../../lib/testing/render.tsx'
import { PinningAdvice } from './pinning-advice.tsx'

const own = aVariant('own', {
  domains: [
    aLabDomain('Domain-0', { pCpus: [0] }),
    aLabDomain('vm1', { pCpus: [1, 2] }),
    aLabDomain('vm2'),
  ],
})
const now = aVariant('now', { domains: ['Domain-0', 'vm1', 'vm2'].map((name) => aLabDomain(name)) })
const advice = (more: Partial<LabResult> = {}, user = userWith()) =>
  render(
    <PinningAdvice
      analysisId={idOf(30)}
      result={{
        variants: [now, own],
        verdict: { headline: '', more: [] },
        sweep: null,
        advisedId: 'own',
        replications: 20,
        simulatedSeconds: 60,
        notes: [],
        ...more,
      }}
    />,
    { user, known: [answer('getAnalysis', { params: { id: idOf(30) } }, anAnalysis())] },
  )

it('shows where each domain should run, and leads to a plan for it', () => {
  const { text, buttons } = advice()
  expect(text).toContain('Variant own. What own means.')
  expect(text).toContain('Domain-0: pCPU 0 vm1: pCPUs 1 and 2 vm2: any pCPU')
  expect(buttons).toEqual(['Plan these pins'])
})

it('explains to users without the permission that they cannot plan', () => {
  const { text, buttons } = advice({}, userWith(['analyses:read']))
  expect(text).toContain('does not include making plans')
  expect(buttons).toEqual([])
})

it('leaves the vCPUs as they are where nothing is faster', () => {
  const { text, buttons } = advice({ advisedId: 'now' })
  expect(text).toContain('Leave the vCPUs as they are')
  expect(buttons).toEqual([])
})

it('shows the lines for KVM where there are any', () => {
  expect(advice({ kvmCommands: ['virsh vcpupin vm1 0 1'] }).text).toContain('virsh vcpupin vm1 0 1')
  expect(advice().text).not.toContain('KVM')
})

it('is absent where no placement was asked for', () => {
  expect(advice({ advisedId: null }).text).toBe('')
})
