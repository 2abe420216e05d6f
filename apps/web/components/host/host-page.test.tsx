import { getHost, type Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, aSummary, idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { HostPage } from './host-page.tsx'

const call = { params: { id: idOf(1) } }
const page = (host: Host, user = userWith()) =>
  render(<HostPage id={idOf(1)} />, { user, known: [answer(getHost, call, host)] })

describe('before there is a host', () => {
  it('shows that it is loading', () => {
    expect(render(<HostPage id={idOf(1)} />).text).toContain('Loading the host')
  })

  it('shows that there is none, and links to the list', () => {
    const { text, links } = render(<HostPage id={idOf(1)} />, {
      known: [refusal(getHost, call, 404)],
    })
    expect(text).toContain('There is no such host')
    expect(links).toEqual({ 'All hosts': '/hosts' })
  })

  it('shows what went wrong, and can be tried again', () => {
    const { text, buttons } = render(<HostPage id={idOf(1)} />, {
      known: [refusal(getHost, call, 500)],
    })
    expect(text).toContain('The API said no.')
    expect(buttons).toEqual(['Try again'])
  })
})

describe('the head of the page', () => {
  it('names the host, its notes and its facts', () => {
    const { text } = page(aHost({ notes: 'Rack 4', isSample: true }))
    expect(text).toContain('xen-1 sample recording')
    expect(text).toContain('Rack 4')
  })

  it('allows editing and deleting to users with the permission', () => {
    expect(page(aHost()).buttons).toEqual(expect.arrayContaining(['Edit', 'Delete']))
    const { buttons } = page(aHost(), userWith(['hosts:read']))
    expect(buttons).not.toContain('Edit')
    expect(buttons).not.toContain('Delete')
  })
})

describe('the order of the cards', () => {
  const isFirst = (host: Host) => {
    const { html } = page(host)
    return html.indexOf('id="connection-card"') < html.indexOf('aria-labelledby="domains"')
  }

  it('puts the connection first while it needs a person', () => {
    expect(isFirst(aHost({ connection: { state: 'failing' } }))).toBe(true)
    expect(isFirst(aHost({ connection: { state: 'none' }, domains: [] }))).toBe(true)
  })

  it('puts what is known first otherwise', () => {
    expect(isFirst(aHost())).toBe(false)
    expect(isFirst(aHost({ connection: { state: 'none' } }))).toBe(false)
  })
})

describe('the verdict of a host', () => {
  it('is the latest headline, with a link to the analysis', () => {
    const { text, links } = page(aHost({ latestAnalysis: aSummary(), verdict: 'reweight' }))
    expect(text).toContain('Reweight vm1 misses its target of 80 ms.')
    expect(links['Read the analysis']).toBe(`/analyses/${idOf(30)}`)
  })

  it('has no result to read while the analysis runs', () => {
    const latestAnalysis = aSummary({ state: 'running', headline: null, verdict: null })
    const { text, links } = page(aHost({ latestAnalysis }))
    expect(text).toContain('The latest analysis has no result yet.')
    expect(links['Read the analysis']).toBeUndefined()
  })

  it('asks for traces where nothing was analysed', () => {
    const { text, links } = page(aHost())
    expect(text).toContain('No verdict yet This host has not been analysed yet.')
    expect(links['Upload traces']).toBe('/uploads/new')
    expect(page(aHost(), userWith(['hosts:read'])).links['Upload traces']).toBeUndefined()
  })
})

describe('what the host said about its scheduler', () => {
  it('is shown as it was printed', () => {
    const { text } = page(aHost())
    expect(text).toContain('Scheduler credit2 Xen 4.19 pCPUs 2')
    expect(text).toContain('Pool-0 (credit2) ratelimit=1000')
  })

  it('is unknown before the first reading', () => {
    const { text } = page(aHost({ scheduler: null, schedulerParameters: [], xenVersion: null }))
    expect(text).toContain(
      'Not known yet. These facts are read from the host once it is connected.',
    )
  })
})

describe('the lines that outlive a restart', () => {
  const applied = {
    weight: 512,
    cap: null,
    affinity: null,
    cpupool: null,
    applicationId: idOf(50),
    appliedAt: twoHoursAgo,
    configLines: ['cpu_weight = 512'],
  }

  it('name the file of each guest that has any', () => {
    const { text } = page(aHost({ domains: [aDomain('vm1', { applied }), aDomain('vm2')] }))
    expect(text).toContain('vm1 /etc/xen/vm1.cfg')
    expect(text).toContain('cpu_weight = 512')
    expect(text).not.toContain('/etc/xen/vm2.cfg')
  })

  it('are omitted where nothing was applied, or the guest is gone', () => {
    expect(page(aHost()).text).not.toContain('After a restart of a guest')
    const gone = aHost({ domains: [aDomain('vm1', { applied, gone: true })] })
    expect(page(gone).text).not.toContain('After a restart of a guest')
  })
})
