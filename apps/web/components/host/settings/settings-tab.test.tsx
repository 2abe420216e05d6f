import type { FactOrigin, Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, idOf, noHostFacts, twoHoursAgo } from '../../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../../lib/testing/in-host-frame.tsx'
import { render, userWith } from '../../../lib/testing/render.tsx'
import { SettingsTab } from './settings-tab.tsx'

const tab = (host: Host, user = userWith()) =>
  render(
    <InHostFrame host={host}>
      <SettingsTab />
    </InHostFrame>,
    { user },
  )

it('shows the notes, and allows editing and deleting to users with the permission', () => {
  expect(tab(aHost({ notes: 'Rack 4' })).text).toContain('Rack 4')
  expect(tab(aHost()).buttons).toEqual(
    expect.arrayContaining(['Edit the notes on xen-1', 'Delete']),
  )
  const { buttons } = tab(aHost(), userWith(['hosts:read']))
  expect(buttons).not.toContain('Edit the notes on xen-1')
  expect(buttons).not.toContain('Delete')
})

describe('the order of the cards', () => {
  const isFirst = (host: Host) => {
    const { html } = tab(host)
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

it('offers to record a host only while it is connected', () => {
  expect(tab(aHost()).text).toContain('Record now')
  expect(tab(aHost({ connection: { state: 'none' } })).text).not.toContain('Record now')
})

describe('what the host said about its scheduler', () => {
  it('is shown as it was printed', () => {
    const { text } = tab(aHost())
    expect(text).toContain('Scheduler credit2 Xen 4.19 pCPUs 2')
    expect(text).toContain('Pool-0 (credit2) ratelimit=1000')
  })

  it('is unknown before the first reading', () => {
    const { text } = tab(aHost({ scheduler: null, schedulerParameters: [], xenVersion: null }))
    expect(text).toContain('Not known yet. These facts are read from the host once it is connected')
  })

  it('is what the files of a recording state for a host that was never read', () => {
    const origin: FactOrigin = { kind: 'xl-output', path: 'xl-list.txt' }
    const fact = <T,>(value: T) => ({ value, origin })
    const facts = {
      ...noHostFacts,
      scheduler: fact('credit'),
      tsliceMs: fact(30),
      ratelimitUs: fact(1000),
      domains: [{ domain: 'vm1', xenId: null, weight: fact(512), cap: fact(50), vCpus: fact(2) }],
    }
    const { text } = tab(
      aHost({
        scheduler: null,
        schedulerParameters: [],
        inventoryAt: null,
        recordedFacts: { facts, uploadId: idOf(20), uploadName: 'Monday', at: twoHoursAgo },
        domains: [aDomain('vm1', { weight: null, cap: null, vCpus: null })],
      }),
    )
    expect(text).toMatch(/Scheduler As stated in “Monday”, \d+ \w+ \d{4}/)
    expect(text).toContain(
      'Scheduler credit from xl-list.txt Time slice 30 ms from xl-list.txt Ratelimit 1,000 µs from xl-list.txt Xen not stated pCPUs not stated Weights vm1 512 from xl-list.txt Caps vm1 50 % from xl-list.txt vCPUs vm1 2 from xl-list.txt',
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
    const { text } = tab(aHost({ domains: [aDomain('vm1', { applied }), aDomain('vm2')] }))
    expect(text).toContain('vm1 /etc/xen/vm1.cfg')
    expect(text).toContain('cpu_weight = 512')
    expect(text).not.toContain('/etc/xen/vm2.cfg')
  })

  it('are omitted where nothing was applied, or the guest is gone', () => {
    expect(tab(aHost()).text).not.toContain('After a restart of a guest')
    const gone = aHost({ domains: [aDomain('vm1', { applied, gone: true })] })
    expect(tab(gone).text).not.toContain('After a restart of a guest')
  })
})
