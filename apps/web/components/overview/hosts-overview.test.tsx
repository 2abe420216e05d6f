import { getAnalysis, getJob, type Host, listHosts } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import {
  aDomain,
  aDomainResult,
  aHost,
  aJob,
  anAnalysis,
  aResult,
  aSummary,
  idOf,
} from '../../lib/testing/fixtures.ts'
import { answer, firstPage, refusedPage, render, userWith } from '../../lib/testing/render.tsx'
import { HostCard } from './host-card.tsx'
import { HostsOverview } from './hosts-overview.tsx'

const reader = userWith(['hosts:read', 'analyses:read'])
const query = { limit: 100 }
const overview = (hosts: Host[], user = userWith()) =>
  render(<HostsOverview />, { user, known: [firstPage(listHosts, query, hosts)] })

describe('the overview', () => {
  it('shows that it is loading, and what could not be loaded', () => {
    expect(render(<HostsOverview />).text).toBe('Loading the hosts')
    const { text, buttons } = render(<HostsOverview />, { known: [refusedPage(listHosts, query)] })
    expect(text).toContain('The API said no.')
    expect(buttons).toEqual(['Try again'])
  })

  it('explains how to begin to users who may upload', () => {
    expect(overview([]).links).toEqual({ 'Upload traces': '/recordings/new' })
    expect(overview([], reader).text).toContain('No hosts yet')
    expect(overview([], reader).links).toEqual({})
  })

  it('counts hosts by verdict, the most pressing first, and lists them in that order', () => {
    const { text } = overview([
      aHost({ id: 'a', name: 'calm', verdict: 'ok' }),
      aHost({ id: 'b', name: 'full', verdict: 'migrate' }),
      aHost({ id: 'c', name: 'also-calm', verdict: 'ok' }),
    ])
    expect(text).toMatch(/^Migrate 1 host OK 2 hosts /)
    expect(text.indexOf('full')).toBeLessThan(text.indexOf('also-calm'))
    expect(text.indexOf('also-calm')).toBeLessThan(text.lastIndexOf('calm'))
  })

  it('shows next steps while there are only samples, as far as they are allowed', () => {
    const sample = aHost({ isSample: true })
    expect(overview([sample]).text).toContain('Next Analyse your own host')
    expect(overview([sample]).text).toContain('Connect a host')
    const uploader = overview([sample], userWith(['uploads:write']))
    expect(uploader.text).toContain('Analyse your own host')
    expect(uploader.text).not.toContain('Connect a host')
    expect(overview([sample], reader).text).not.toContain('Next')
    expect(overview([sample, aHost({ id: 'b' })]).text).not.toContain('Next')
  })
})

describe('the card of a host', () => {
  const analysed = aHost({ latestAnalysis: aSummary(), verdict: 'reweight' })
  const withResult = (...domains: ReturnType<typeof aDomainResult>[]) =>
    render(<HostCard host={analysed} />, {
      known: [
        answer(
          getAnalysis,
          { params: { id: idOf(30) } },
          anAnalysis({ result: aResult({ domains }) }),
        ),
      ],
    })

  it('shows the verdict, its headline, the time, the number of guests and the connection', () => {
    const { text, links } = render(<HostCard host={analysed} />)
    expect(text).toContain('Reweight xen-1 vm1 misses its target of 80 ms.')
    expect(text).toContain('Analysed 2 hours ago 2 domains Connected')
    expect(links['See the analysis of xen-1']).toBe(`/analyses/${idOf(30)}`)
  })

  it('marks a host that differs from what was applied', () => {
    expect(render(<HostCard host={aHost({ drifted: true })} />).text).toContain(
      'Not as Steelyard left it',
    )
    expect(render(<HostCard host={aHost()} />).text).not.toContain('Not as Steelyard left it')
  })

  it('counts existing guests', () => {
    const domains = [aDomain('Domain-0'), aDomain('vm1'), aDomain('vm2', { gone: true })]
    expect(render(<HostCard host={aHost({ domains })} />).text).toContain('1 domain Connected')
  })

  it('names the worst domain with its peak and its target', () => {
    const { text } = withResult(
      aDomainResult('vm1', { observedMs: 60, meetsTarget: true }),
      aDomainResult('vm2', { observedMs: 120 }),
    )
    expect(text).toContain('Worst domain: vm2 120 ms at peak misses its target of 80 ms')
    const kept = withResult(aDomainResult('vm1', { observedMs: 60, meetsTarget: true }))
    expect(kept.text).toContain('60.0 ms at peak within its target of 80 ms')
  })

  it('does not call a mean a peak, nor an uncompared target missed', () => {
    const short = aDomainResult('vm1', { observedMs: null, meetsTarget: null })
    expect(withResult(short).text).toContain(
      '54.0 ms on average not compared with its target of 80 ms',
    )
  })

  it('names no domain where nothing was measured', () => {
    const silent = aDomainResult('vm1', { observedMs: null, measured: null })
    expect(withResult(silent).text).not.toContain('Worst domain')
  })

  it('shows that there is no target', () => {
    expect(withResult(aDomainResult('vm1', { target: null, meetsTarget: null })).text).toContain(
      'no target set',
    )
  })

  it('follows a running analysis', () => {
    const latestAnalysis = aSummary({
      state: 'running',
      jobId: idOf(9),
      headline: null,
      finishedAt: null,
    })
    const { text, buttons } = render(<HostCard host={aHost({ latestAnalysis })} />, {
      known: [answer(getJob, { params: { id: idOf(9) } }, aJob())],
    })
    expect(text).toContain('Being analysed right now: Starting')
    expect(text).not.toContain('Analysed 2 hours ago')
    expect(buttons).toEqual([])
  })

  it('links to the reason why an analysis failed', () => {
    const latestAnalysis = aSummary({ state: 'failed', headline: null })
    const { text, links } = render(<HostCard host={aHost({ latestAnalysis })} />)
    expect(text).toContain('The last analysis failed.')
    expect(links['See why']).toBe(`/analyses/${idOf(30)}`)
  })

  it('asks for traces where nothing was analysed', () => {
    expect(render(<HostCard host={aHost()} />).links['Upload its traces']).toBe('/recordings/new')
    expect(
      render(<HostCard host={aHost()} />, { user: reader }).links['Upload its traces'],
    ).toBeUndefined()
  })
})
