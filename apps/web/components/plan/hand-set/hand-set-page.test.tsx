import { getHost, type Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, idOf } from '../../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../../lib/testing/render.tsx'
import { HandSetPage } from './hand-set-page.tsx'

const call = { params: { id: idOf(1) } }

const page = (host: Host, user = userWith()) =>
  render(<HandSetPage hostId={idOf(1)} />, { user, known: [answer(getHost, call, host)] })

describe('the page', () => {
  it('waits for the host, and leads back to all hosts until it knows the name', () => {
    const { text, links } = render(<HandSetPage hostId={idOf(1)} />)
    expect(text).toContain('Loading the host')
    expect(links).toEqual({ '← Hosts': '/hosts' })
    expect(page(aHost()).links['← xen-1']).toBe(`/hosts/${idOf(1)}`)
  })

  it('may be tried again after a failure', () => {
    const { text, buttons } = render(<HandSetPage hostId={idOf(1)} />, {
      known: [refusal(getHost, call)],
    })
    expect(text).toContain('The API said no.')
    expect(buttons).toEqual(['Try again'])
  })

  it('is of no use to those who may not make plans, who are told so', () => {
    const { text, buttons } = page(aHost(), userWith(['hosts:read']))
    expect(text).toContain('Your role, viewer, does not include making plans.')
    expect(text).not.toContain('Weight of')
    expect(buttons).toEqual([])
  })

  it('leads to the connection where no guest is known', () => {
    const { text, links, buttons } = page(aHost({ domains: [aDomain('Domain-0')] }))
    expect(text).toContain('No domains of xen-1 are known yet')
    expect(links['Connect the host']).toBe(`/hosts/${idOf(1)}`)
    expect(buttons).toEqual([])
  })

  it('warns that a plan cannot be applied where the host is not connected', () => {
    expect(page(aHost({ connection: { state: 'failing' } })).text).toContain(
      'Warning: xen-1 is not connected The plan will show the commands to run by hand',
    )
    expect(page(aHost()).text).not.toContain('not connected')
  })

  it('says why vCPUs cannot be pinned through an old gate, and sets weights all the same', () => {
    const { text, links, buttons } = page(
      aHost({
        schedulerParameters: [{ cpupool: 'Pool-0', scheduler: 'credit2', text: '', pCpus: null }],
      }),
    )
    expect(text).toContain('vCPUs cannot be pinned here yet')
    expect(links['host’s page']).toBe(`/hosts/${idOf(1)}`)
    expect(text).not.toContain('Where the vCPUs run')
    expect(buttons).toEqual(['Make a plan (off)'])
  })
})

describe('the values of each domain', () => {
  it('are as on the host, with Domain-0 in every share but not to be weighed', () => {
    const { text } = page(aHost())
    expect(text).toContain('vm1 share 0.200 Weight of vm1 now 256 Cap of vm1 % now none')
    expect(text).toContain('vm2 share 0.600 Weight of vm2 now 768')
    expect(text).not.toContain('Weight of Domain-0')
  })

  it('count as 256 and no cap where they were never read', () => {
    const { text } = page(aHost({ domains: [aDomain('vm1', { weight: null, cap: null })] }))
    expect(text).toContain('vm1 share 1.00 Weight of vm1 now 256 Cap of vm1 % now none')
  })

  it('are each within their cpupool', () => {
    const domains = [aDomain('vm1'), aDomain('vm2', { cpupool: 'other' })]
    const { text } = page(aHost({ domains }))
    expect(text).toContain('vm1 share 1.00')
    expect(text).toContain('vm2 share 1.00')
  })

  it('have a cap of at most all vCPUs', () => {
    const { html } = page(aHost({ domains: [aDomain('vm1', { vCpus: 3 })] }))
    expect(html).toMatch(/max="300"[^>]* name="rows\.0\.cap"/)
  })

  it('leave out what is gone', () => {
    const domains = [aDomain('vm1'), aDomain('old', { gone: true })]
    expect(page(aHost({ domains })).text).not.toContain('old')
  })

  it('make no plan before one of them changes', () => {
    const { text, buttons } = page(aHost())
    expect(buttons).toEqual(['Make a plan (off)'])
    expect(text).toContain('Change a value first.')
  })
})

describe('where the vCPUs run', () => {
  it('is set for Domain-0 too, among the pCPUs of its cpupool', () => {
    const { text } = page(aHost())
    expect(text).toContain('Domain-0 2 vCPUs, Pool-0 has pCPUs 0-1 pCPUs of Domain-0 now all')
    expect(text).toContain('vm1 2 vCPUs, Pool-0 has pCPUs 0-1 pCPUs of vm1 now all')
  })

  it('counts one vCPU as one, and does not count what is unknown', () => {
    const domains = [aDomain('vm1', { vCpus: 1 }), aDomain('vm2', { vCpus: null })]
    const { text } = page(aHost({ domains }))
    expect(text).toContain('vm1 1 vCPU, Pool-0 has')
    expect(text).toContain('vm2 Pool-0 has')
  })
})
