import {
  getAnalysis,
  getHost,
  getJob,
  getMeasurements,
  getUpload,
  listHosts,
  listUploads,
  type MeasuredDomain,
  type Measurements,
  type SourceQuestion,
  type Upload,
} from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import {
  aDomain,
  aHost,
  aJob,
  anAnalysis,
  anUpload,
  aSource,
  idOf,
} from '../../lib/testing/fixtures.ts'
import { answer, firstPage, refusal, render } from '../../lib/testing/render.tsx'
import { NewRecording } from './new-recording.tsx'

const params = { id: idOf(20) }
const log = (domain: string) =>
  aSource({ id: idOf(domain.charCodeAt(2)), domains: [{ found: domain, domain, origin: null }] })
const measured = (domain: string): MeasuredDomain => ({
  domain,
  measuredBy: 'access-log',
  requests: 1200,
  requestsPerSecond: 20,
  meanMs: 41,
  p50Ms: 30,
  p95Ms: 183,
  p99Ms: 402,
  histogram: [
    { fromMs: 4, toMs: 40, count: 1000 },
    { fromMs: 40, toMs: 400, count: 200 },
  ],
})
const read: Measurements = {
  state: 'ready',
  jobId: null,
  trouble: null,
  span: { from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:05:00Z' },
  domains: [measured('vm1')],
}

const page = (
  upload: Partial<Upload>,
  { place = {}, more = [], measurements = read, hosts = [aHost()] } = {} as {
    place?: Record<string, string>
    more?: ReturnType<typeof answer>[]
    measurements?: Measurements
    hosts?: ReturnType<typeof aHost>[]
  },
) =>
  render(<NewRecording />, {
    search: new URLSearchParams({ upload: idOf(20), ...place }).toString(),
    known: [
      firstPage(listHosts, { limit: 100 }, hosts),
      firstPage(listUploads, { limit: 10 }, [anUpload()]),
      answer(getMeasurements, { params }, measurements),
      answer(getUpload, { params }, anUpload(upload)),
      ...more,
    ],
  })

describe('without files', () => {
  it('offers to drop some, above earlier uploads', () => {
    const { text, buttons } = render(<NewRecording />, {
      known: [firstPage(listUploads, { limit: 10 }, [anUpload()])],
    })
    expect(text).toContain('Drop files or a whole folder here')
    expect(text).toContain('Monday')
    expect(buttons).toEqual(expect.arrayContaining(['Choose files', 'Choose a folder']))
    expect(buttons).not.toContain('Analyse')
  })
})

describe('a recognised recording', () => {
  it('is one screen with one button: nothing is open, and the host has the folder’s name', () => {
    const { text, html, buttons } = page({ name: 'friday', sources: [log('vm1'), log('vm2')] })
    expect(text).toContain('Logs 2/2')
    expect(html).toContain('value="friday"')
    expect(buttons).toContain('Analyse')
    expect(text).toContain('friday: nothing is open.')
  })

  it('shows the measured times beside each target, and which the target is about', () => {
    const { text, html } = page({ sources: [log('vm1'), log('vm2')] })
    expect(text).toMatch(/vm1 1,200 requests, 20\.0\/s Mean 41\.0\sms p95 183\sms p99 402\sms/)
    expect(text).toContain('vm2 Response times not measured')
    expect(text).toContain('Measured over 5 min')
    expect(html).toContain('aria-label="Target line of vm1"')
    expect(html).toContain('aria-valuetext="no target"')
    expect(html.match(/<rect/g)).toHaveLength(2)
  })

  it('takes the targets of a known host', () => {
    const target = { responseTimeMs: 180, throughputPerSecond: null }
    const host = aHost({ name: 'monday', domains: [aDomain('vm1', { target })] })
    const known = [answer(getHost, { params: { id: host.id } }, host)]
    const { html, text } = page({ sources: [log('vm1')] }, { more: known, hosts: [host] })
    expect(html).toMatch(/<option[^>]* selected=""[^>]*>monday/)
    expect(text).not.toContain('Name of the new host')
    expect(html).toContain('aria-valuetext="180 ms"')
  })

  it('says that its files are being read', () => {
    const reading: Measurements = { ...read, state: 'reading', span: null, domains: [] }
    expect(page({ sources: [log('vm1')] }, { measurements: reading }).text).toContain(
      'The files are being read.',
    )
  })
})

describe('what keeps it from being analysed', () => {
  const question: SourceQuestion = {
    id: 'duration-unit',
    text: 'What is the number 5956?',
    blocking: true,
    candidates: [{ value: 'us', label: 'microseconds', meaning: '5956 -> 5.956 ms' }],
  }
  const hindered = (upload: Partial<Upload>) => {
    const { text, buttons } = page(upload)
    expect(buttons).toContain('Analyse (off)')
    return text
  }

  it('is a question, asked once', () => {
    const sources = [log('vm1'), log('vm2')].map((source) => ({ ...source, questions: [question] }))
    const openQuestions = sources.map(({ id }) => ({
      sourceId: id,
      questionId: question.id,
      text: '',
    }))
    const text = hindered({ sources, openQuestions })
    expect(text).toContain('1 question to answer first')
    // Once for screen readers and once to be seen.
    expect(text.split(question.text)).toHaveLength(3)
  })

  it('is a missing name, a missing guest or nothing to analyse', () => {
    expect(hindered({ name: 'Upload of 2026-11-22 06:51', sources: [log('vm1')] })).toContain(
      'Name the new host',
    )
    expect(hindered({ sources: [log('Domain-0')] })).toContain('At least one domain')
    expect(hindered({ sources: [{ ...log('vm1'), included: false }] })).toContain(
      'Nothing to analyse is included',
    )
  })
})

describe('other states', () => {
  it('a refused upload says why and shows its files', () => {
    const trouble = { code: 'not-a-trace', message: 'The file is a PNG picture.' }
    const { text, buttons } = page({ state: 'refused', trouble })
    expect(text).toContain('The upload was refused The file is a PNG picture.')
    expect(buttons).not.toContain('Analyse')
  })

  it('an upload that is gone', () => {
    const { text, buttons } = render(<NewRecording />, {
      search: `upload=${idOf(20)}`,
      known: [refusal(getUpload, { params }, 404)],
    })
    expect(text).toContain('This upload no longer exists')
    expect(buttons).toContain('Start a new recording')
  })

  it.each([
    [{}, 'It continues when this page is closed', 'Cancel'],
    [
      { state: 'failed', error: { code: 'x', message: 'No logs.' } },
      'The analysis failed No logs.',
      'Back to the recording',
    ],
    [{ state: 'cancelled' }, 'The analysis was cancelled', 'Back to the recording'],
  ] as const)('an analysis whose job is %j', (job, words, button) => {
    const { text, buttons } = page(
      { sources: [log('vm1')] },
      {
        place: { analysis: idOf(30) },
        more: [
          answer(getAnalysis, { params: { id: idOf(30) } }, anAnalysis({ jobId: idOf(9) })),
          answer(getJob, { params: { id: idOf(9) } }, aJob(job)),
        ],
      },
    )
    expect(text).toContain(words)
    expect(buttons).toContain(button)
  })
})
