import { describe, expect, it } from 'vitest'
import { idOf } from '../../lib/testing/fixtures.ts'
import { runWords } from './earlier-runs.tsx'

describe('the summary of a lab run', () => {
  const rt1 = { name: 'rt1', periodMs: 100, executionMs: 70, vCpus: 1 }
  const realTime = {
    kind: 'real-time',
    unitMs: 60,
    pCpus: 2,
    allowancePercent: 10,
    share: 'equal',
    realTime: [rt1, { ...rt1, name: 'rt2', periodMs: 12.5, executionMs: 0.75 }],
    others: [{ name: 'vm1', weight: 256, vCpus: 1 }],
  } as const

  it('names each real-time domain, and counts the others and the pCPUs', () => {
    const question = { ...realTime, realTime: [...realTime.realTime], others: [...realTime.others] }
    expect(runWords({ question })).toBe(
      'rt1 70 ms every 100 ms, rt2 0.75 ms every 12.5 ms, given 10 % more CPU time, with 1 other on 2 pCPUs',
    )
    const alone = { ...question, realTime: [rt1], others: [], pCpus: 1, allowancePercent: 0 }
    expect(runWords({ question: alone })).toBe('rt1 70 ms every 100 ms, with 0 others on 1 pCPU')
  })

  it('names what was compared', () => {
    expect(runWords({ question: { kind: 'pinning', analysisId: idOf(30) } })).toBe(
      'ways to pin the vCPUs',
    )
    expect(runWords({ question: { kind: 'levers', analysisId: idOf(30) } })).toBe(
      'every lever by itself',
    )
  })
})
