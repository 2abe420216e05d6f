import { describe, expect, it } from 'vitest'
import {
  aDomain,
  aGuestLog,
  aHost,
  idOf,
  noHostFacts,
  twoHoursAgo,
} from '../../lib/testing/fixtures.ts'
import { render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { DomainsCard } from './domains-card.tsx'

const applied = {
  weight: 512,
  cap: 50,
  affinity: ['0'],
  cpupool: null,
  applicationId: idOf(50),
  appliedAt: twoHoursAgo,
  configLines: [],
}

function rowOf(domain: ReturnType<typeof aDomain>, user = userWith()) {
  const { html } = render(<DomainsCard host={aHost({ domains: [domain] })} />, { user })
  return rowsOf(html)[1]
}

it('lists each domain with its weight, its share among competing domains, and its units', () => {
  const { html, text } = render(<DomainsCard host={aHost()} />)
  expect(rowsOf(html).map((row) => row.slice(0, 5))).toEqual([
    ['Guest', 'Weight', 'Share', 'Cap', 'vCPUs'],
    ['Domain-0 id 0', '256', '20 %', 'none', '2'],
    ['vm1 id 3', '256', '20 %', 'none', '2'],
    ['vm2 id 3', '768', '60 %', 'none', '2'],
  ])
  expect(text).toContain('As read 2 hours ago.')
})

it('leaves domains that are gone out of the shares, and counts Domain-0', () => {
  const domains = [aDomain('vm1'), aDomain('vm2', { gone: true })]
  const { html } = render(<DomainsCard host={aHost({ domains })} />)
  expect(rowsOf(html).map((row) => row[2])).toEqual(['Share', '50 %', '–', '50 %'])
  expect(rowsOf(html)[2]).toContain('gone, last seen 2 hours ago')
  expect(rowsOf(html)[3]).toEqual([
    'Domain-0',
    '256',
    '50 %',
    'Nothing says its weight, so Xen’s default is assumed.',
  ])
})

it('has a dash for what was never read', () => {
  const unread = aDomain('vm1', { xenId: null, weight: null, cap: null, vCpus: null, state: null })
  expect(rowOf(unread)?.slice(0, 7)).toEqual(['vm1', '–', '–', '–', '–', '–', 'none'])
})

it('shows what files state of a host that was never read, Domain-0 among the shares', () => {
  const origin = { kind: 'xl-output', path: 'xl.txt' } as const
  const told = (domain: string, weight: number) => ({
    domain,
    xenId: null,
    weight: { value: weight, origin },
    cap: { value: 0, origin },
    vCpus: { value: 1, origin },
  })
  const facts = { ...noHostFacts, domains: [told('Domain-0', 256), told('vm1', 768)] }
  const unread = aDomain('vm1', { weight: null, cap: null, vCpus: null, cpupool: null })
  const { html, text } = render(
    <DomainsCard
      host={aHost({
        inventoryAt: null,
        domains: [unread],
        recordedFacts: { facts, uploadId: idOf(20), uploadName: 'Monday', at: twoHoursAgo },
      })}
    />,
  )
  expect(rowsOf(html)[1]?.slice(1, 5)).toEqual(['768', '75 %', 'none', '1'])
  expect(rowsOf(html)[2]?.slice(0, 3)).toEqual(['Domain-0', '256', '25 %'])
  expect(text).toContain('Weights, caps and vCPUs as stated in “Monday”')
})

it('shows targets with their units', () => {
  const target = { responseTimeMs: 80, throughputPerSecond: 50, isSoft: false }
  expect(rowOf(aDomain('vm1', { target }))).toContain('80 ms, 50/s')
  expect(rowOf(aDomain('Domain-0'))?.[6]).toBe('–')
})

it('shows which pCPUs a domain is pinned to', () => {
  expect(rowOf(aDomain('vm1', { affinity: ['0-1'] }))?.[4]).toBe('2 on pCPUs 0-1')
})

describe('a domain that differs from what was applied', () => {
  const drifted = (kind: 'weight' | 'cap' | 'affinity' | 'recreated') =>
    rowOf(aDomain('vm1', { applied, drift: [{ kind, text: 'It changed.' }] }))

  it('carries a mark, and shows the applied value under the current one', () => {
    expect(drifted('weight')?.slice(0, 2)).toEqual([
      'vm1 id 3 Other weight : It changed.',
      '256 applied: 512',
    ])
    expect(drifted('cap')?.[3]).toBe('none applied: 50 %')
    expect(drifted('affinity')?.[4]).toBe('2 applied: pCPU 0')
  })

  it('shows no value where it was restarted', () => {
    expect(drifted('recreated')?.slice(0, 2)).toEqual(['vm1 id 3 Restarted : It changed.', '256'])
  })
})

describe('the access log of a guest', () => {
  it.each([
    ['ready', 'Ready'],
    ['failing', 'Failing'],
    ['awaiting-confirmation', 'Confirm its key'],
    ['probing', 'Connecting'],
  ] as const)('that is %s reads %s and can be opened', (state, word) => {
    expect(rowOf(aDomain('vm1', { guestLog: aGuestLog({ state }) }))?.at(-1)).toBe(
      `${word} Open the access log of vm1`,
    )
  })

  it('can be set up by users with the permission', () => {
    expect(rowOf(aDomain('vm1'))?.at(-1)).toBe('Set up the access log of vm1')
    expect(rowOf(aDomain('vm1'), userWith(['hosts:read']))?.at(-1)).toBe('not set up')
  })

  it('does not exist for Domain-0 or a domain that is gone', () => {
    expect(rowOf(aDomain('Domain-0'))?.at(-1)).toBe('–')
    expect(rowOf(aDomain('vm1', { gone: true }))?.at(-1)).toBe('–')
  })
})

describe('the actions', () => {
  it('depend on the role', () => {
    const all = render(<DomainsCard host={aHost()} />)
    expect(all.buttons).toContain('Edit targets')
    expect(all.links['Plan weights by hand']).toBe(`/changes/new?host=${idOf(1)}`)
    const none = render(<DomainsCard host={aHost()} />, { user: userWith(['hosts:read']) })
    expect(none.buttons).toEqual([])
    expect(none.links).toEqual({})
  })

  it('are missing without guests', () => {
    const { text, buttons } = render(
      <DomainsCard host={aHost({ domains: [], inventoryAt: null })} />,
    )
    expect(text).toContain('No guests known yet')
    expect(text).not.toContain('As read')
    expect(buttons).toEqual([])
  })
})
