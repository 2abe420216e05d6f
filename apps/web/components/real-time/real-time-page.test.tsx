import {
  assessRealTime,
  getJob,
  type Host,
  type LabRun,
  listHosts,
  listRuns,
  type RealTimeAssessment,
} from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import {
  aDomain,
  aHost,
  aJob,
  aLabDomain,
  aLabResult,
  aLabRun,
  anAssessment,
  aVariant,
  idOf,
} from '../../lib/testing/fixtures.ts'
import { answer, known, refusal, refused, render, userWith } from '../../lib/testing/render.tsx'
import { paperRows, setOf } from './domain-rows.ts'
import { RealTimePage } from './real-time-page.tsx'

type Known = ReturnType<typeof answer>

const paperSet = setOf(paperRows(), '2', 'equal')
const verdictKey = [assessRealTime.id, JSON.stringify(paperSet)]
const verdict = (more: Partial<RealTimeAssessment> = {}) => known(verdictKey, anAssessment(more))
const hosts = (...data: Host[]) =>
  answer(listHosts, { query: { limit: 100 } }, { data, meta: { nextCursor: null } })
const runs = (...data: LabRun[]) =>
  answer(
    listRuns,
    { query: { kind: 'real-time', limit: 50 } },
    { data, meta: { nextCursor: null } },
  )

const page = (answers: Known[], user = userWith(), hostId: string | null = null) =>
  render(<RealTimePage hostId={hostId} />, { user, known: answers })

describe('the page before the hosts are loaded', () => {
  it('shows that it is loading', () => {
    expect(page([]).text).toContain('Loading the hosts')
  })

  it('reports that they could not be loaded', () => {
    const { text, buttons } = page([refusal(listHosts, { query: { limit: 100 } })])
    expect(text).toContain('The hosts could not be loaded The API said no.')
    expect(text).not.toContain('Loading the hosts')
    expect(buttons).toEqual(['Try again'])
  })
})

describe('the verdict', () => {
  it('is shown at once for the domains of the paper', () => {
    expect(page([hosts()]).text).toContain('Loading the verdict')
    const { text } = page([hosts(), verdict()])
    expect(text).toContain('Verdict fits Both domains meet every deadline.')
    expect(text).toContain('Together 140 % of one pCPU.')
    expect(text).toContain('every deadline up to 130 %: no guarantee here.')
  })

  it('can be tried again after a failure', () => {
    const { text, buttons } = page([hosts(), refused(verdictKey)])
    expect(text).toContain('This could not be judged The API said no.')
    expect(buttons).toContain('Try again')
  })

  it('needs a real-time domain', () => {
    const { text } = page([hosts(aHost())], userWith(), idOf(1))
    expect(text).toContain('Mark a domain as real-time, and the verdict appears at once.')
    expect(text).not.toContain('Loading the verdict')
  })
})

describe('the choice of domains', () => {
  it('starts with the paper’s, which can be edited', () => {
    const { html, buttons } = page([hosts(), verdict()])
    expect(html).toContain('value="rt1"')
    expect(buttons).toContain('Remove rt1')
    expect(buttons).toContain('Add a domain')
  })

  it('can be the guests of a host', () => {
    const domains = [aDomain('Domain-0'), aDomain('vm1'), aDomain('old', { gone: true })]
    const { text, html, buttons } = page([hosts(aHost({ domains }))], userWith(), idOf(1))
    expect(text).toContain('Domain vm1')
    expect(text).not.toContain('Domain old')
    expect(text).not.toContain('Domain Domain-0')
    expect(html).toContain('value="256"')
    expect(buttons).not.toContain('Remove vm1')
    expect(buttons).not.toContain('Add a domain')
  })

  it('omits hosts without guests', () => {
    const bare = aHost({ id: idOf(2), name: 'bare', domains: [aDomain('Domain-0')] })
    const { html } = page([hosts(aHost(), bare)])
    expect(html).toContain('>xen-1</option>')
    expect(html).not.toContain('bare')
  })

  it('falls back to the paper’s where the host does not exist', () => {
    expect(page([hosts(aHost()), verdict()], userWith(), idOf(9)).html).toContain('value="rt1"')
  })
})

describe('the predicted misses', () => {
  it('are limited to users who may run the lab', () => {
    expect(page([hosts(), verdict(), runs()]).buttons).toContain('Predict the misses')
    const reader = page([hosts(), verdict(), runs()], userWith(['hosts:read', 'analyses:read']))
    expect(reader.buttons).not.toContain('Predict the misses')
    expect(reader.text).toContain('Nothing has been played yet')
  })

  it('cannot be predicted without a real-time domain, or during a run', () => {
    const none = page([hosts(aHost()), runs()], userWith(), idOf(1))
    expect(none.buttons).toContain('Predict the misses (off)')
    const running = aLabRun({ kind: 'real-time', state: 'running', jobId: idOf(9) })
    const busy = page([
      hosts(),
      verdict(),
      runs(running),
      answer(getJob, { params: { id: idOf(9) } }, aJob()),
    ])
    expect(busy.buttons).toContain('Predict the misses (off)')
    expect(busy.buttons).toContain('Cancel')
  })

  it('show that they are loading, or that they could not be loaded', () => {
    expect(page([hosts()]).text).toContain('Loading the lab runs')
    const { text } = page([hosts(), refusal(listRuns, { query: { kind: 'real-time', limit: 50 } })])
    expect(text).toContain('Earlier lab runs could not be loaded')
    expect(text).not.toContain('Nothing has been played yet')
  })

  it('are shown with their question', () => {
    const question = { kind: 'real-time', unitMs: 60, ...paperSet! } as const
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
    const { text } = page([hosts(), verdict(), runs(played)])
    expect(text).toContain(
      'Played: rt1 70 ms every 100 ms, rt2 70 ms every 100 ms with 4 others on 2 pCPUs',
    )
    expect(text).toContain('25.0 % rt1 25.0 %')
  })
})
