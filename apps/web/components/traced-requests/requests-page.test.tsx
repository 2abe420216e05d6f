import type { RequestComparison, RequestLife, TracedRequests, Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { anUpload, aSource, idOf } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, rowsOf } from '../../lib/testing/render.tsx'
import {
  aRequestComparison,
  aRequestLife,
  someTracedRequests,
} from '../../lib/testing/traced-fixtures.ts'
import { RequestsPage } from './requests-page.tsx'

type Known = ReturnType<typeof answer>

const params = { id: idOf(20) }
const asked = { fromSeconds: 0, seconds: 20 }
const shown = { ...asked, domain: 'vm1' }
/** The slowest two of the four requests in the fixture took 61 and 20 ms. */
const slowest = {
  selectedFromSeconds: 0,
  selectedToSeconds: 20,
  selectedFromMs: 20,
  selectedToMs: 61,
}
const trace = aSource({ kind: 'xentrace', observes: 'cpu' })
const log = aSource({ observes: 'requests' })

const page = (upload: Partial<Upload>, known: Known[] = [], search = '') =>
  render(<RequestsPage id={idOf(20)} />, {
    search,
    known: [answer('getUpload', { params }, anUpload(upload)), ...known],
  })
const withSources = (...known: Known[]) => page({ sources: [trace, log] }, known)
const traced = (more: Partial<TracedRequests> = {}) =>
  answer('listTracedRequests', { params, query: asked }, someTracedRequests(more))
const life = (more: Partial<RequestLife> = {}) =>
  answer('getRequestLife', { params: { ...params, number: 2 }, query: shown }, aRequestLife(more))
const compared = (more: Partial<RequestComparison> = {}) =>
  answer('compareRequests', { params, query: { ...shown, ...slowest } }, aRequestComparison(more))

describe('the page before there is anything to show', () => {
  it('leads back to the recording and says that the trace is being read', () => {
    const { text, links } = withSources()
    expect(text).toContain('Reading the trace…')
    expect(links['← Monday']).toBe(`/recordings/new?upload=${idOf(20)}`)
  })

  it.each<[string, Partial<Upload>, string, string]>([
    ['the files', { state: 'inspecting' }, 'are not ready', 'See how far they are'],
    ['a trace', { sources: [log] }, 'has no trace of xentrace', 'Add a trace'],
    ['a log', { sources: [trace] }, 'has no access log', 'Add a log'],
  ])('says that it lacks %s and where to add them', (_what, upload, lack, action) => {
    const { text, links } = page(upload)
    expect(text).toContain(lack)
    expect(text).not.toContain('Reading the trace')
    expect(links[action]).toBe(`/recordings/new?upload=${idOf(20)}`)
  })

  it('reports a recording that is gone, or could not be loaded', () => {
    const refused = (status: number) =>
      render(<RequestsPage id={idOf(20)} />, { known: [refusal('getUpload', { params }, status)] })
    expect(refused(404).text).toContain('There is no such recording')
    expect(refused(500).buttons).toEqual(['Try again'])
  })

  it('shows why the API cannot place the requests, and what it needs', () => {
    const { text, buttons, links } = withSources(
      refusal('listTracedRequests', { params, query: asked }, 422),
    )
    expect(text).toContain('These requests cannot be watched The API said no.')
    expect(text).toContain('start stamps of milliseconds or finer')
    expect(buttons).toContain('Go to the start of the trace')
    expect(links['Check the files']).toBe(`/recordings/new?upload=${idOf(20)}`)
  })

  it('can be tried again after another failure', () => {
    const { text, buttons } = withSources(refusal('listTracedRequests', { params, query: asked }))
    expect(text).not.toContain('Reading the trace')
    expect(buttons).toEqual(['Show this part', 'Try again'])
  })

  it('says that a part has no requests, and keeps the choice of another', () => {
    const { text, buttons } = withSources(
      traced({ requests: { startSeconds: [], ms: [] }, meanParts: [], cutOff: 3 }),
    )
    expect(text).toContain('No request of vm1 lies within this part')
    expect(text).toContain('The trace is 62.5 s long')
    expect(text).toContain('3 requests were not traced from start to end')
    expect(buttons).toEqual(['Show this part'])
  })
})

describe('the part that the address names', () => {
  it('is asked for and stands in the fields', () => {
    const query = { domain: 'vm2', fromSeconds: 5, seconds: 10 }
    const known = answer(
      'listTracedRequests',
      { params, query },
      someTracedRequests({ domain: 'vm2', domains: ['vm1', 'vm2'] }),
    )
    const { text, html } = page({ sources: [trace, log] }, [known], 'domain=vm2&from=5&seconds=10')
    expect(text).toContain('A request of vm2 took 25.0 ms on average.')
    expect(html).toMatch(/<option selected="">vm2/)
    expect(html).toMatch(/max="62.5"[^>]* value="5"/)
    expect(html).toMatch(/max="60"[^>]* value="10"/)
  })

  it('offers no choice of domains where there is one', () => {
    expect(withSources(traced()).html).not.toContain('<select')
  })
})

describe('the requests of a part', () => {
  it('begin with where the mean one spent its time', () => {
    const { text } = withSources(traced())
    expect(text).toContain('The mean of 4 requests between 0 s and 20 s of the trace.')
    expect(text).toContain('The largest part, 15.0 ms (60 %), was waiting while vm3 ran.')
    expect(text).toContain('Sleeping while Domain-0 ran 1.00 ms 4 %')
  })

  it('are drawn with words for whoever does not see it, and a table of the slowest', () => {
    const { html, text, buttons } = withSources(traced())
    expect(html).toMatch(/<canvas role="img" aria-label="4 requests of vm1 by start/)
    expect(text).toContain('Selected: 2 of 4 requests.')
    expect(rowsOf(html)).toContainEqual(['3.214 s', '61.0 ms', 'Shown , 3.214 s'])
    expect(rowsOf(html)).toContainEqual(['1.250 s', '20.0 ms', 'Show its life , 1.250 s'])
    expect(buttons).toEqual(expect.arrayContaining(['Slowest 5 %', 'Slowest 1 %', 'Select these']))
  })

  it('say how they are computed and what was left out', () => {
    const { text } = withSources(traced({ cutOff: 1, notes: ['The trace lost records.'] }))
    expect(text).toContain('moved by −30.6 ms')
    expect(text).toContain('Now 98 % of vm1’s CPU time falls into logged requests.')
    expect(text).toContain('One request was not traced from start to end; it is left out.')
    expect(text).toContain('The trace lost records.')
    expect(text).not.toContain('Warning')
  })

  it('come with a warning where much of the work falls into no request', () => {
    expect(withSources(traced({ workInRequests: 0.52 })).text).toContain(
      'Warning: Only 52 % of vm1’s CPU time falls into logged requests',
    )
  })
})

describe('the life of the slowest request', () => {
  it('is shown at first, with its parts and every moment', () => {
    const { text, html } = withSources(traced(), life())
    expect(text).toContain('3.214 s into the trace, took 61.0 ms.')
    expect(text).toContain('The parts sum to the logged 61.0 ms.')
    expect(text).toContain('Waiting while vm3 ran 40.0 ms 66 %')
    expect(rowsOf(html)).toContainEqual(['0 ms', '40.0 ms', 'waits', 'vm3'])
    expect(html).toContain('<title>0 to 40.0 ms: vm3 ran</title>')
    expect(text).toMatch(/Who ran meanwhile .* vm3 vm1 nobody/)
  })

  it('names each domain beside its lane on a host with several pCPUs', () => {
    const spans: RequestLife['spans'] = [
      { fromMs: 0, toMs: 61, state: 'runs', pCpus: ['vm1', null], inFlight: 2 },
    ]
    const { text, html } = withSources(traced(), life({ spans }))
    expect(html).toContain('<title>0 to 61.0 ms: vm1 had 1 of 2 pCPUs</title>')
    expect(text).toContain('runs with several in flight Who ran meanwhile vm1')
    expect(rowsOf(html)).toContainEqual([
      '0 ms',
      '61.0 ms',
      'runs, with 2 in flight',
      'vm1, nobody',
    ])
  })

  it('tells that it is being read, or why it could not be', () => {
    expect(withSources(traced()).text).toContain('Reading the life of the request')
    const call = { params: { ...params, number: 2 }, query: shown }
    expect(withSources(traced(), refusal('getRequestLife', call)).text).toContain(
      'The API said no.',
    )
  })

  it('has no picture where the log says that it took no time', () => {
    const { html, text } = withSources(traced(), life({ ms: 0, parts: [], spans: [] }))
    expect(text).toContain('took 0 ms.')
    expect(html).not.toContain('<rect')
  })
})

describe('what the slowest have in common', () => {
  it('is said at first, and shown part by part', () => {
    const { text, html } = withSources(traced(), compared())
    expect(text).toContain('The 45 selected requests took 61.0 ms on average')
    expect(text).toContain('Waiting while vm3 ran makes 71 % of the difference.')
    expect(rowsOf(html)).toContainEqual([
      'Waiting while vm3 ran',
      '40.0 ms',
      '6.60 ms',
      '+33.4 ms',
      '+30.0 ms to +36.8 ms',
      'More than chance',
    ])
    expect(rowsOf(html)).toContainEqual([
      'Sleeping',
      '2.00 ms',
      '2.50 ms',
      '−0.500 ms',
      '−1.50 ms to +0.500 ms',
      '',
    ])
  })

  it('tells that requests are being compared, or why they could not be', () => {
    expect(withSources(traced()).text).toContain('Comparing the requests')
    const call = { params, query: { ...shown, ...slowest } }
    const { text } = withSources(traced(), refusal('compareRequests', call))
    expect(text).not.toContain('Comparing the requests')
    expect(text).toContain('The API said no.')
  })

  it('asks for another region where there is nothing to compare', () => {
    const of = (ms: number[]) =>
      withSources(traced({ requests: { startSeconds: ms.map((_, i) => 1 + i), ms } })).text
    expect(of([5])).toContain('Fewer than two requests are selected')
    expect(of([5, 6, 7])).toContain('All requests are selected, or all but one')
    expect(of([5, 6, 7])).not.toContain('Comparing the requests')
  })
})
