import { type AnalysisResult, getJob, type LabRun, listRuns } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import {
  aJob,
  aLabResult,
  aLabRun,
  anAnalysis,
  aResult,
  aVariant,
  idOf,
} from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { LeversCard } from './levers-card.tsx'

const call = { query: { kind: 'levers', analysisId: idOf(30), limit: 1 } } as const
const twin: AnalysisResult['twin'] = {
  state: 'done',
  reason: null,
  arrivals: 'recorded',
  replications: 10,
  simulatedSeconds: 300,
  scheduler: 'credit2',
  xenVersion: '4.19',
  domains: [],
}
const leversRun = (more: Partial<LabRun> = {}) =>
  aLabRun({ kind: 'levers', question: { kind: 'levers', analysisId: idOf(30) }, ...more })

function card(
  runs: LabRun[],
  { result = aResult({ twin }), user = userWith(), known = [] as ReturnType<typeof answer>[] } = {},
) {
  return render(<LeversCard analysis={anAnalysis()} result={result} />, {
    user,
    known: [answer(listRuns, call, { data: runs, meta: { nextCursor: null } }), ...known],
  })
}

describe('levers before a run', () => {
  it('can all be tried at once', () => {
    const { text, buttons } = card([])
    expect(text).toContain('Not tried yet: weights, caps, pins, time slices')
    expect(buttons).toEqual(['Try every lever'])
  })

  it('cannot be tried by readers, with an explanation', () => {
    const { text, buttons } = card([], { user: userWith(['analyses:read']) })
    expect(text).toContain('does not include trying levers')
    expect(buttons).toEqual([])
  })

  it('cannot be tried where the twin was left out, with the reason', () => {
    const leftOut = { ...twin, state: 'left-out' as const, reason: 'no requests were logged' }
    const { text, buttons } = card([], { result: aResult({ twin: leftOut }) })
    expect(text).toContain('nothing can be tried on it: no requests were logged')
    expect(buttons).toEqual([])
    const { text: unexplained } = card([], {
      result: aResult({ twin: { ...leftOut, reason: null } }),
    })
    expect(unexplained).toContain('so nothing can be tried on it.')
  })
})

describe('levers during a run', () => {
  it('show the progress, and cannot be started twice', () => {
    const running = leversRun({ state: 'running', jobId: idOf(9) })
    const { text, buttons } = card([running], {
      known: [answer(getJob, { params: { id: idOf(9) } }, aJob())],
    })
    expect(text).toContain('Starting')
    expect(buttons).toEqual(['Cancel'])
    expect(card([running]).text).toContain('Loading the progress')
  })

  it('can be tried again after a failure or a stop', () => {
    const trouble = { code: 'x', message: 'Requests pile up.' }
    const failed = card([leversRun({ state: 'failed', trouble })])
    expect(failed.text).toContain('Error: The twin could not play the levers Requests pile up.')
    expect(failed.buttons).toEqual(['Try every lever again'])
    expect(card([leversRun({ state: 'cancelled' })]).text).toContain(
      'Note: It was stopped. Nothing was kept.',
    )
  })
})

describe('levers after a run', () => {
  it('are ranked', () => {
    const result = aLabResult({
      variants: [aVariant('now')],
      levers: {
        violating: [],
        ranked: [],
        winnerId: null,
        lead: null,
        nextId: null,
        statement: 'Nothing helps.',
        leadStatement: null,
        idlePCpus: 0.5,
      },
    })
    const { text } = card([leversRun({ result })])
    expect(text).not.toContain('Not tried yet')
    expect(text).toContain('20 replications')
  })
})

describe('the state of loading', () => {
  it('is shown, with another try after a failure', () => {
    const waiting = render(<LeversCard analysis={anAnalysis()} result={aResult({ twin })} />)
    expect(waiting.text).toContain('Loading what helps')
    expect(waiting.buttons).toEqual([])
    const failed = render(<LeversCard analysis={anAnalysis()} result={aResult({ twin })} />, {
      known: [refusal(listRuns, call)],
    })
    expect(failed.text).toContain('What helps could not be loaded The API said no.')
    expect(failed.buttons).toEqual(['Try again'])
  })
})
