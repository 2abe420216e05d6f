import type { Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, idOf } from '../../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../../lib/testing/render.tsx'
import { HandSetPage } from './hand-set-page.tsx'

const call = { params: { id: idOf(1) } }

const page = (host: Host, user = userWith()) =>
  render(<HandSetPage hostId={idOf(1)} />, { user, known: [answer('getHost', call, host)] })

describe('the page for weights set by hand', () => {
  it('shows that it is loading, and links back to the hosts', () => {
    const { text, links } = render(<HandSetPage hostId={idOf(1)} />)
    expect(text).toContain('Loading the host')
    expect(links).toEqual({ '← Fleet': '/' })
    expect(page(aHost()).links['← xen-1']).toBe(`/hosts/${idOf(1)}`)
  })

  it('offers another try after a failure', () => {
    const { text, buttons } = render(<HandSetPage hostId={idOf(1)} />, {
      known: [refusal('getHost', call)],
    })
    expect(text).toContain('The API said no.')
    expect(buttons).toEqual(['Try again'])
  })

  it('is hidden without the permission, with an explanation', () => {
    const { text, buttons } = page(aHost(), userWith(['hosts:read']))
    expect(text).toContain('Your role, viewer, does not include making plans.')
    expect(text).not.toContain('Weight of')
    expect(buttons).toEqual([])
  })

  it('links to the connection where no guest is known', () => {
    const { text, links, buttons } = page(aHost({ domains: [aDomain('Domain-0')] }))
    expect(text).toContain('No guests of xen-1 are known yet')
    expect(links['Connect the host']).toBe(`/hosts/${idOf(1)}`)
    expect(buttons).toEqual([])
  })

  it('warns that a plan for a host without a connection cannot be applied', () => {
    expect(page(aHost({ connection: { state: 'failing' } })).text).toContain(
      'Warning: xen-1 is not connected The plan will show the commands to run by hand',
    )
    expect(page(aHost()).text).not.toContain('not connected')
  })
})

describe('the values of each domain', () => {
  it('start as on the host; Domain-0 counts in the shares but cannot be changed', () => {
    const { text } = page(aHost())
    expect(text).toContain('vm1 share 20 % Weight of vm1 now 256 Cap of vm1 % now none')
    expect(text).toContain('vm2 share 60 % Weight of vm2 now 768')
    expect(text).toContain('Domain-0 weight 256, never changed · share 20 %')
    expect(text).not.toContain('Weight of Domain-0')
  })

  it('default to weight 256 and no cap, Domain-0 too', () => {
    const { text } = page(aHost({ domains: [aDomain('vm1', { weight: null, cap: null })] }))
    expect(text).toContain('vm1 share 50 % Weight of vm1 now 256 Cap of vm1 % now none')
  })

  it('have shares within their cpupool', () => {
    const domains = [aDomain('Domain-0'), aDomain('vm1'), aDomain('vm2', { cpupool: 'other' })]
    const { text } = page(aHost({ domains }))
    expect(text).toContain('vm1 share 50 %')
    expect(text).toContain('vm2 share 100 %')
  })

  it('limit the cap to the domain’s vCPUs', () => {
    const { html } = page(aHost({ domains: [aDomain('vm1', { vCpus: 3 })] }))
    expect(html).toMatch(/max="300"[^>]* name="rows\.0\.cap"/)
  })

  it('omit domains that are gone', () => {
    const domains = [aDomain('vm1'), aDomain('old', { gone: true })]
    expect(page(aHost({ domains })).text).not.toContain('old')
  })

  it('need a change before a plan can be made', () => {
    const { text, buttons } = page(aHost())
    expect(buttons).toEqual(['Plan these values (off)'])
    expect(text).toContain('Change a value first.')
  })
})

describe('the pins of the vCPUs', () => {
  it('include Domain-0, and name the pCPUs of its cpupool', () => {
    const { text } = page(aHost())
    expect(text).toContain('Domain-0 2 vCPUs, Pool-0 has pCPUs 0-1 pCPUs of Domain-0 now all')
    expect(text).toContain('vm1 2 vCPUs, Pool-0 has pCPUs 0-1 pCPUs of vm1 now all')
  })

  it('omit an unknown number of vCPUs', () => {
    const domains = [aDomain('vm1', { vCpus: 1 }), aDomain('vm2', { vCpus: null })]
    const { text } = page(aHost({ domains }))
    expect(text).toContain('vm1 1 vCPU, Pool-0 has')
    expect(text).toContain('vm2 Pool-0 has')
  })
})
