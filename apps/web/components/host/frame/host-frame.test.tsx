import type { Analysis, AnalysisSummary, Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { recordingsOf } from '../../../lib/host-queries.ts'
import { aHost, aJob, anAnalysis, aResult, aSummary, idOf } from '../../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../../lib/testing/render.tsx'
import { HostFrame } from './host-frame.tsx'
import { WithResult } from './with-result.tsx'

const id = idOf(1)
const call = { params: { id } }
const options = (html: string) =>
  [...html.matchAll(/<option value="([^"]*)"([^>]*)>/g)].map(
    ([, value, rest]) => `${value}${rest?.includes('selected') ? ' (chosen)' : ''}`,
  )

function frame({
  host = aHost(),
  recordings = [aSummary()],
  recording = {},
  search = '',
  path = `/hosts/${id}`,
  user = userWith(),
}: {
  host?: Host
  recordings?: AnalysisSummary[]
  recording?: Partial<Analysis>
  search?: string
  path?: string
  user?: ReturnType<typeof userWith>
} = {}) {
  const shown = anAnalysis({ result: aResult(), ...recording })
  return render(
    <HostFrame id={id}>
      <WithResult>{({ name }) => <p>The result of {name}</p>}</WithResult>
    </HostFrame>,
    {
      user,
      search,
      path,
      known: [
        answer('getHost', call, host),
        answer('listAnalyses', recordingsOf(id), { data: recordings, meta: { nextCursor: null } }),
        answer('getAnalysis', { params: { id: shown.id } }, shown),
        answer('getJob', { params: { id: idOf(9) } }, aJob()),
      ],
    },
  )
}

describe('before there is a host', () => {
  const known = (status: number) => ({ known: [refusal('getHost', call, status)] })
  const bare = (status: number) => render(<HostFrame id={id}>tab</HostFrame>, known(status))

  it('shows that it is loading, that there is none, or what went wrong', () => {
    expect(render(<HostFrame id={id}>tab</HostFrame>).text).toContain('Loading the host')
    expect(bare(404).text).toContain('There is no such host')
    expect(bare(404).links).toEqual({ 'All hosts': '/' })
    expect(bare(500).text).toContain('The API said no.')
    expect(bare(500).buttons).toEqual(['Try again'])
  })
})

describe('the header', () => {
  it('names the host with its verdict, and has a menu for the rest', () => {
    const { html, text, links, buttons } = frame({ host: aHost({ isSample: true }) })
    expect(html).toMatch(/<h1[^>]*><span[^>]*>xen-1<\/span><\/h1>/)
    expect(text).toContain('Misses sample recording')
    expect(links['Plan by hand']).toContain(`host=${id}`)
    expect(links['Report A4']).toBe(`/hosts/${id}/report?recording=${idOf(30)}`)
    expect(links['Name, tags and notes']).toBe(`/hosts/${id}/settings?section=host`)
    expect(new Set(buttons)).toEqual(new Set(['Share: the link to this page', 'More about xen-1']))
    const reader = frame({ user: userWith(['hosts:read']) })
    expect(reader.links['Plan by hand']).toBeUndefined()
  })

  it('warns of thin evidence', () => {
    expect(frame({ recording: { grade: 'thin' } }).text).toContain('Misses Thin evidence')
  })

  it('has a tab only for what the host uses; the menu has the others', () => {
    const tabs = (...of: Parameters<typeof frame>) =>
      [...frame(...of).html.matchAll(/<li class="shrink-0"><a[^>]*>([^<]*)</g)].map(
        ([, tab]) => tab,
      )
    const always = ['Now', 'Options', 'Headroom', 'Evidence', 'History', 'Settings']
    expect(tabs()).toEqual(always)
    expect(frame().links['Real-time']).toBe(`/hosts/${id}/real-time?recording=${idOf(30)}`)
    const uploads = [{ id: idOf(20), name: 'Monday', isTraced: true }]
    const used = tabs({
      host: aHost({ hasLoadBalancer: true, hasCapsMonitor: true }),
      recording: { uploads },
    })
    expect(used).toHaveLength(9)
    expect(used).toContain('Requests')
    expect(tabs({ path: `/hosts/${id}/real-time` })).toContain('Real-time')
  })

  it('marks the tab that is open; every tab keeps the recording', () => {
    const { html, links } = frame({
      path: `/hosts/${id}/evidence`,
      search: `recording=${idOf(30)}`,
    })
    expect([...html.matchAll(/aria-current="page"[^>]*>([^<]*)/g)].map(([, tab]) => tab)).toEqual([
      'Evidence',
    ])
    expect(links.Now).toBe(`/hosts/${id}?recording=${idOf(30)}`)
    expect(links['Load balancer']).toBe(`/hosts/${id}/load-balancer?recording=${idOf(30)}`)
    expect(frame().links.Options).toBe(`/hosts/${id}/options`)
  })

  it('offers every recording and chooses the newest with a result', () => {
    const recordings = [
      aSummary({ id: idOf(31), state: 'running' }),
      aSummary(),
      aSummary({ id: idOf(29) }),
    ]
    const { html, text } = frame({ recordings })
    // Once in the header, and once in the menu of a phone.
    const picker = [idOf(31), `${idOf(30)} (chosen)`, idOf(29)]
    expect(options(html)).toEqual([...picker, ...picker])
    expect(text).toContain('Monday morning · 20 Nov 2026, 16:21–16:24 UTC')
    expect(text).toContain('Monday morning (running)')
    expect(text).toContain('The result of Monday morning')
  })

  it('shows the recording that the address names', () => {
    const recordings = [aSummary({ id: idOf(31) }), aSummary()]
    expect(options(frame({ recordings, search: `recording=${idOf(30)}` }).html)).toContain(
      `${idOf(30)} (chosen)`,
    )
  })
})

describe('a recording that cannot be shown', () => {
  it('may belong to another host', () => {
    const { text, links } = frame({
      recording: { hostId: idOf(2) },
      search: `recording=${idOf(30)}`,
    })
    expect(text).toContain('There is no such recording of this host')
    expect(links['xen-1']).toBe(`/hosts/${id}`)
  })

  it('may still run, and can be stopped', () => {
    const { text, buttons, links } = frame({
      recording: { state: 'running', jobId: idOf(9), result: null },
    })
    expect(text).toContain('You can leave this page; the analysis continues')
    expect(buttons).toContain('Cancel')
    expect(links['Report A4']).toBeUndefined()
  })

  it('may have failed: the trouble is shown with what to do about it', () => {
    const trouble = { code: 'no-logs', message: 'No requests were logged.', fix: 'Add a log.' }
    const { text, links } = frame({ recording: { state: 'failed', trouble, result: null } })
    expect(text).toContain(
      'The analysis failed. No partial results were kept. No requests were logged.',
    )
    expect(text).toContain('What to do: Add a log.')
    expect(links['Check the files and run it again']).toBe(`/recordings/new?upload=${idOf(20)}`)
    expect(frame({ recording: { state: 'failed', result: null } }).text).toContain(
      'No reason was recorded.',
    )
  })

  it('may have been cancelled, and its files may be gone', () => {
    const { links } = frame({ recording: { state: 'cancelled', result: null, uploads: [] } })
    expect(links['Back to the files']).toBe('/recordings/new')
  })

  it('may be a range of a watch, which has no files to check', () => {
    const watched = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T11:00:00.000Z' }
    const { links, text } = frame({
      recording: { state: 'failed', result: null, uploads: [], watched },
    })
    expect(text).not.toContain('files')
    expect(links['Choose another range']).toBe(
      `/hosts/${id}/history?from=2026-11-20T10%3A00%3A00.000Z&to=2026-11-20T11%3A00%3A00.000Z`,
    )
    const cancelled = { state: 'cancelled', result: null, uploads: [], watched } as const
    expect(frame({ recording: { ...cancelled, uploads: [] } }).text).toContain(
      'What was observed is still there.',
    )
  })

  it('may not exist at all', () => {
    const { text, links } = frame({ recordings: [] })
    expect(text).toContain('This host has no recording yet')
    expect(links['New recording']).toBe('/recordings/new')
    const reader = frame({ recordings: [], user: userWith(['hosts:read']) })
    expect(reader.links['New recording']).toBeUndefined()
  })
})

it('can be skipped, since its controls come before every tab', () => {
  const { links, html } = frame()
  expect(links['Skip to the tab']).toBe('#tab')
  expect(html).toContain('id="tab" tabindex="-1"')
})
