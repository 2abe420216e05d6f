import type { Host, LoadBalancer } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aBalancer, aFit, aHost, idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { BalancerCard } from './balancer-card.tsx'
import { LoadBalancerPage } from './load-balancer-page.tsx'

const known = (balancers: LoadBalancer[], host: Host) => [
  answer(
    'listLoadBalancers',
    { query: { limit: 100 } },
    { data: balancers, meta: { nextCursor: null } },
  ),
  answer('getHost', { params: { id: idOf(1) } }, host),
]
const page = (balancers: LoadBalancer[], host = aHost(), user = userWith([...writer])) =>
  render(<LoadBalancerPage hostId={idOf(1)} />, { user, known: known(balancers, host) })
const writer = ['hosts:read', 'hosts:write'] as const
const card = (balancer: LoadBalancer, user = userWith(['hosts:read'])) =>
  render(<BalancerCard balancer={balancer} />, { user })

describe('the page', () => {
  it('shows that it is loading, and what could not be loaded', () => {
    const none = <LoadBalancerPage hostId={idOf(1)} />
    expect(render(none).text).toBe('Loading the load balancer')
    const { text } = render(none, { known: [refusal('getHost', { params: { id: idOf(1) } })] })
    expect(text).toContain('The load balancer could not be loaded')
  })

  it('asks for a connection first', () => {
    const { text, links } = page([], aHost({ connection: { pinnedFingerprint: null } }))
    expect(text).toContain('xen-1 is not connected yet')
    expect(links).toEqual({ 'Connect the host': `/hosts/${idOf(1)}` })
  })

  it('offers the guests of a host that has no load balancer yet', () => {
    const { text, html } = page([aBalancer({ hostId: idOf(2) })])
    expect(text).toContain('Which guest distributes the requests?')
    expect([...html.matchAll(/<option[^>]*>([^<]*)</g)].map(([, word]) => word)).toEqual([
      'vm1',
      'vm2',
    ])
    expect(page([aBalancer()]).text).not.toContain('Set up a load balancer')
  })

  it('draws a curve before anything is set up', () => {
    expect(page([]).buttons).toContain('Draw the curve (off)')
  })

  it('explains to readers why they cannot set one up, as long as there is none', () => {
    const reader = userWith(['hosts:read'])
    expect(page([], aHost(), reader).text).toContain('does not include setting up a load balancer')
    expect(page([aBalancer()], aHost(), reader).text).not.toContain('does not include')
  })
})

describe('the advice', () => {
  it('is one sentence, its reason, and figures with their units', () => {
    const { text } = card(aBalancer())
    expect(text).toContain(
      'vm1 should run 3 threads: 2.0 of 4 pCPUs idle on xen-1. Two pCPUs are idle.',
    )
    expect(text).toContain(
      'Idle pCPUs 2.0 of 4 read 2 hours ago Used by the load balancer 1.0 of 4 vCPUs',
    )
    expect(text).toContain('Runnable vCPUs 5 Advised threads 3 last request 2 hours ago')
  })

  it('is missing before the first reading', () => {
    const waiting = {
      state: 'waiting',
      idlePCpus: null,
      pCpus: null,
      ownPCpus: null,
      runnableVCpus: null,
      advisedThreads: null,
      sampledAt: null,
    } as const
    const { text } = card(aBalancer({ advice: waiting, lastAskedAt: null, vCpus: null }))
    expect(text).toContain('No reading of xen-1 yet: vm1 keeps the threads it has.')
    expect(text).toContain(
      'Idle pCPUs – Used by the load balancer – Runnable vCPUs – Advised threads keep no request yet',
    )
  })

  it('is the newer of the listed and the requested advice', () => {
    const now = new Date().toISOString()
    const live = (sampledAt: string) =>
      render(<BalancerCard balancer={aBalancer()} />, {
        user: userWith(['load-balancer']),
        known: [
          answer(
            'getLoadBalancerAdvice',
            { params: { id: idOf(1) } },
            { ...aBalancer().advice, sampledAt, advisedThreads: 7 },
          ),
        ],
      }).text
    expect(live(now)).toContain('vm1 should run 7 threads')
    expect(live(new Date(Date.parse(twoHoursAgo) - 1000).toISOString())).toContain(
      'vm1 should run 3 threads',
    )
  })

  it('says that I/O is inferred where the load balancer reports nothing', () => {
    const { text } = card(aBalancer())
    expect(text).toContain(
      'vm1 has reported nothing of itself within the last minute. Whether I/O is concentrated in it is inferred from the CPU that xen-1 sees it use.',
    )
    expect(text).not.toContain('Open sessions')
  })

  it('comes with what the load balancer reports, where it does', () => {
    const own = { sessions: 1_240, queuedRequests: 3, idlePercent: 12, threads: 2 }
    const report = { ...own, reportedAt: twoHoursAgo }
    const { text } = card(aBalancer({ advice: { report } }))
    expect(text).toContain(
      'Threads busy 88 % of the last second Threads running 2 Open sessions 1,240 Queued requests 3 waiting for a web server',
    )
    expect(text).toContain(
      'vm1 measured this itself and reported it 2 hours ago. It decides whether I/O is concentrated in vm1. The figures above are read on xen-1.',
    )
    expect(text).not.toContain('inferred')
  })

  it('states why the host could not be read', () => {
    const trouble = { code: 'unreachable', message: 'It did not answer.' }
    expect(card(aBalancer({ trouble })).text).toContain(
      'The host could not be sampled It did not answer.',
    )
  })

  it('can be removed and connected by users with the permission', () => {
    const reader = card(aBalancer())
    expect(reader.buttons).not.toContain('Remove the load balancer of xen-1')
    expect(reader.text).not.toContain('Connect vm1')
    expect(card(aBalancer(), userWith(['hosts:write'])).buttons).toContain(
      'Remove the load balancer of xen-1',
    )
  })
})

describe('the measured throughput', () => {
  const points = [1, 2, 4].map((processes) => ({ processes, throughputPerSecond: 90 * processes }))
  const measured = (fit: Parameters<typeof aFit>[0]) =>
    card(aBalancer({ points, fit: aFit(fit) }), userWith([...writer]))

  it('is fitted, with the coefficients, their errors and the residuals', () => {
    const standardErrors = { perProcessPerSecond: 2.5, contention: 0.011, coherency: 0.0004 }
    const { text, html } = measured({ standardErrors })
    expect(text).toContain('Up to 4 threads pay')
    expect(text).toContain('One thread alone 100.0 ± 2.5 /s Contention 0.050 ± 0.011')
    expect(rowsOf(html)).toEqual([
      ['Threads', 'Measured', 'Fitted', 'Difference'],
      ['1', '90.0/s', '90.0/s', '0'],
      ['2', '180/s', '178/s', '2.50'],
      ['4', '360/s', '360/s', '0'],
    ])
  })

  it('comes with a warning where three points leave nothing to judge by', () => {
    expect(measured({ degreesOfFreedom: 0 }).text).toContain(
      'Warning: The curve explains 99.1 % of the variance',
    )
  })

  it('counts as in use until something else is typed', () => {
    const { buttons } = measured({})
    expect(buttons).toContain('Draw the curve')
    expect(buttons).toContain('Use for vm1 (off)')
  })
})
