import type { FactOrigin, Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, idOf, noHostFacts, twoHoursAgo } from '../../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../../lib/testing/in-host-frame.tsx'
import { render, userWith } from '../../../lib/testing/render.tsx'
import { SettingsTab } from './settings-tab.tsx'

const tab = (host: Host, section = '', user = userWith()) =>
  render(
    <InHostFrame host={host}>
      <SettingsTab />
    </InHostFrame>,
    { user, search: section && `section=${section}` },
  )

it('shows name, tags and notes, and allows changes to users with the permission', () => {
  expect(tab(aHost({ notes: 'Rack 4' }), 'host').text).toContain('Rack 4')
  const edits = ['Edit the name of xen-1', 'Edit the notes on xen-1', 'Delete']
  expect(tab(aHost(), 'host').buttons).toEqual(expect.arrayContaining(edits))
  const { buttons } = tab(aHost(), 'host', userWith(['hosts:read']))
  for (const edit of edits) expect(buttons).not.toContain(edit)
})

describe('the section that is open', () => {
  const opened = (host: Host, section = '') => {
    const { html } = tab(host, section)
    return /aria-current="true"[^>]*>([^<]*)</.exec(html)?.[1]
  }

  it('is the connection while that needs a person', () => {
    expect(opened(aHost({ connection: { state: 'failing' } }))).toBe('Host and connection')
    const unknown = aHost({ connection: { state: 'none' }, domains: [] })
    expect(opened(unknown)).toBe('Host and connection')
  })

  it('has the guests otherwise', () => {
    expect(opened(aHost())).toBe('Guests')
    expect(opened(aHost({ connection: { state: 'none' } }))).toBe('Guests')
  })

  it('is the one that the address names', () => {
    expect(opened(aHost(), 'policy')).toBe('Policy')
    expect(opened(aHost(), 'nonsense')).toBe('Guests')
  })
})

it('offers to record a host only while it is connected', () => {
  expect(tab(aHost(), 'watch').text).toContain('Record now')
  const unconnected = tab(aHost({ connection: { state: 'none' } }), 'watch')
  expect(unconnected.text).not.toContain('Record now')
})

describe('what the host said about its scheduler', () => {
  it('is shown as it was printed', () => {
    const { text } = tab(aHost(), 'host')
    expect(text).toContain('Scheduler credit2 Xen 4.19 pCPUs 2')
    expect(text).toContain('Pool-0 (credit2) ratelimit=1000')
  })

  it('is unknown before the first reading', () => {
    const { text } = tab(
      aHost({ scheduler: null, schedulerParameters: [], xenVersion: null }),
      'host',
    )
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
      'host',
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
