import type { LabRun, RealTimeAssessment } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import {
  aDomain,
  aDomainResult,
  aHost,
  aJob,
  aLabDomain,
  aLabResult,
  aLabRun,
  anAnalysis,
  anAssessment,
  aResult,
  aVariant,
  idOf,
} from '../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../lib/testing/in-host-frame.tsx'
import { answer, known, refusal, refused, render, userWith } from '../../lib/testing/render.tsx'
import { newRow, setOf } from './domain-rows.ts'
import { RealTime, RealTimePage } from './real-time-page.tsx'
import { someRows } from './testing-rows.ts'

type Known = ReturnType<typeof answer>

const host = aHost({ pCpus: 2 })
const someSet = setOf(someRows(), { pCpus: '2', allowancePercent: '10', share: 'equal' })
const verdictKey = ['assessRealTime', JSON.stringify(someSet)]
const verdict = (more: Partial<RealTimeAssessment> = {}) => known(verdictKey, anAssessment(more))
const runs = (...data: LabRun[]) =>
  answer(
    'listRuns',
    { query: { kind: 'real-time', limit: 50 } },
    { data, meta: { nextCursor: null } },
  )

const page = (answers: Known[], user = userWith(), rows = someRows()) =>
  render(<RealTime host={host} initialRows={rows} />, { user, known: answers })

it('opens with the guests of the host, their recorded weights, no needs and no verdict', () => {
  const domains = [
    aDomain('Domain-0'),
    aDomain('vm1', { weight: null }),
    aDomain('old', { gone: true }),
  ]
  const result = aResult({ domains: [aDomainResult('vm1', { weight: 384 })] })
  const { text, html } = render(
    <InHostFrame host={aHost({ domains, pCpus: 4 })} recording={anAnalysis({ result })}>
      <RealTimePage />
    </InHostFrame>,
  )
  expect(text).toContain('Mark a guest as real-time below, and the verdict appears at once.')
  expect(text).toContain('Real-time vm1')
  expect(text).not.toContain('Real-time old')
  expect(text).not.toContain('Real-time Domain-0')
  expect(html).toContain('value="384"')
  expect(html).toContain('value="4"')
  expect(text).not.toContain('Loading the verdict')
})

describe('the verdict', () => {
  it('waits for what the domain needs', () => {
    const { text } = page([], userWith(), [newRow('vm1', true)])
    expect(text).toContain('Enter the period and the CPU time that the guest needs in it')
    const faulty = [{ ...newRow('vm1', true), periodMs: '0', executionMs: '1' }]
    expect(page([], userWith(), faulty).text).toContain('Correct what is marked below')
  })

  it('is shown with what it rests on', () => {
    expect(page([]).text).toContain('Loading the verdict')
    const { text } = page([verdict()])
    expect(text).toContain('Verdict fits Both guests meet every deadline.')
    expect(text).toContain('Together 140 % of one pCPU.')
    expect(text).toContain('every deadline up to 130 %: no guarantee here.')
  })

  it('can be tried again after a failure', () => {
    const { text, buttons } = page([refused(verdictKey)])
    expect(text).toContain('This could not be judged The API said no.')
    expect(buttons).toContain('Try again')
  })
})

describe('the predicted misses', () => {
  it('are limited to users who may run the lab', () => {
    expect(page([verdict(), runs()]).buttons).toContain('Predict the misses')
    const reader = page([verdict(), runs()], userWith(['hosts:read', 'analyses:read']))
    expect(reader.buttons).not.toContain('Predict the misses')
    expect(reader.text).toContain('Nothing has been simulated yet')
  })

  it('cannot be predicted without a real-time domain, or during a run', () => {
    const none = page([runs()], userWith(), [newRow('vm1')])
    expect(none.buttons).toContain('Predict the misses (off)')
    const running = aLabRun({ kind: 'real-time', state: 'running', jobId: idOf(9) })
    const busy = page([
      verdict(),
      runs(running),
      answer('getJob', { params: { id: idOf(9) } }, aJob()),
    ])
    expect(busy.buttons).toContain('Predict the misses (off)')
    expect(busy.buttons).toContain('Cancel')
  })

  it('show that they are loading, or that they could not be loaded', () => {
    expect(page([]).text).toContain('Loading the lab runs')
    const { text } = page([refusal('listRuns', { query: { kind: 'real-time', limit: 50 } })])
    expect(text).toContain('Earlier lab runs could not be loaded')
    expect(text).not.toContain('Nothing has been simulated yet')
  })

  it('are shown with their question', () => {
    const question = { kind: 'real-time', unitMs: 60, ...someSet! } as const
    const missing = aVariant('credit', {
      domains: [
        aLabDomain('rt1', { deadlines: { jobs: 200, missed: 50 } }),
        aLabDomain('vm1', { cpuShare: 0.6 }),
      ],
    })
    const played = aLabRun({
      kind: 'real-time',
      question,
      result: aLabResult({ variants: [missing] }),
    })
    const { text } = page([verdict(), runs(played)])
    expect(text).toContain(
      'Played: rt1 70 ms every 100 ms, rt2 70 ms every 100 ms, given 10 % more CPU time, with 2 others on 2 pCPUs',
    )
    expect(text).toContain('25.0 % rt1 25.0 %')
  })
})
