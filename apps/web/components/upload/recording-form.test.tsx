import type { MeasuredDomain, Measurements, SourceQuestion, Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, anUpload, aSource, idOf } from '../../lib/testing/fixtures.ts'
import { answer, firstPage, render } from '../../lib/testing/render.tsx'
import { RecordingForm } from './recording-form.tsx'

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

const form = (
  upload: Partial<Upload>,
  { more = [], measurements = read, hosts = [aHost()] } = {} as {
    more?: ReturnType<typeof answer>[]
    measurements?: Measurements
    hosts?: ReturnType<typeof aHost>[]
  },
) =>
  render(
    <RecordingForm upload={anUpload(upload)} hostId={null} go={() => {}}>
      The files
    </RecordingForm>,
    {
      known: [
        firstPage('listHosts', { limit: 100 }, hosts),
        answer('getMeasurements', { params: { id: idOf(20) } }, measurements),
        ...more,
      ],
    },
  )

describe('a recognised recording', () => {
  it('is one screen with one button: no questions are left, and the host has the folder’s name', () => {
    const { text, html, buttons } = form({ name: 'friday', sources: [log('vm1'), log('vm2')] })
    expect(text).toContain('Logs 2/2')
    expect(html).toContain('value="friday"')
    expect(buttons).toContain('Analyse')
    expect(text).toContain('friday: no questions left.')
  })

  it('cannot be analysed before the targets of its host are known', () => {
    const sources = [log('vm1')]
    const friday = aHost({ name: 'friday' })
    const of = (more: ReturnType<typeof answer>[]) =>
      form({ name: 'friday', sources }, { hosts: [friday], more })
    const reading = of([])
    expect(reading.text).toContain('The host is being read')
    expect(reading.html).toMatch(/<button[^>]*disabled[^>]*>Analyse</)
    const known = of([answer('getHost', { params: { id: friday.id } }, friday)])
    expect(known.text).toContain('friday: no questions left.')
  })

  it('shows the measured times beside each target, and which the target is about', () => {
    const { text, html } = form({ sources: [log('vm1'), log('vm2')] })
    expect(text).toMatch(/vm1 1,200 requests, 20\.0\/s Mean 41\.0\sms p95 183\sms p99 402\sms/)
    expect(text).toContain('vm2 Response times not measured')
    expect(text).toContain('Measured over 5 min')
    expect(html).toContain('aria-label="Target line of vm1"')
    expect(html).toContain('aria-valuetext="no target"')
    expect(html.match(/<rect/g)).toHaveLength(2)
  })

  it('takes the targets of a known host', () => {
    const target = { responseTimeMs: 180, throughputPerSecond: null, isSoft: false }
    const host = aHost({ name: 'monday', domains: [aDomain('vm1', { target })] })
    const known = [answer('getHost', { params: { id: host.id } }, host)]
    const { html, text } = form({ sources: [log('vm1')] }, { more: known, hosts: [host] })
    expect(html).toMatch(/<option[^>]* selected=""[^>]*>monday/)
    expect(text).not.toContain('Name of the new host')
    expect(html).toContain('aria-valuetext="180 ms"')
  })

  it('says that its files are being read', () => {
    const reading: Measurements = { ...read, state: 'reading', span: null, domains: [] }
    expect(form({ sources: [log('vm1')] }, { measurements: reading }).text).toContain(
      'The files are being read.',
    )
  })

  it('says what its times wait for while a question is open', () => {
    const open: Measurements = { ...read, state: 'open-questions', span: null, domains: [] }
    expect(form({ sources: [log('vm1')] }, { measurements: open }).text).toContain(
      'Response times appear once the questions are answered',
    )
  })
})

it('leads to single requests where it has a trace of xentrace and a log', () => {
  const linksOf = (kinds: string[]) =>
    form({
      sources: [
        log('vm1'),
        ...kinds.map((kind) => aSource({ id: idOf(9), kind, observes: 'cpu' })),
      ],
    }).links
  expect(linksOf(['xentrace'])['watch where each spent its time']).toBe(
    `/recordings/${idOf(20)}/requests`,
  )
  expect(linksOf(['xenmon'])).not.toHaveProperty('watch where each spent its time')
})

describe('what keeps it from being analysed', () => {
  const question: SourceQuestion = {
    id: 'duration-unit',
    text: 'Unit of the unnamed field (e.g. 5956)?',
    blocking: true,
    candidates: [{ value: 'us', label: 'microseconds', meaning: '5956 -> 5.956 ms' }],
  }
  const hindered = (upload: Partial<Upload>) => {
    const { text, buttons } = form(upload)
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
    expect(hindered({ sources: [log('Domain-0')] })).toContain('At least one guest')
    expect(hindered({ sources: [{ ...log('vm1'), included: false }] })).toContain(
      'Nothing to analyse is included',
    )
  })
})
