import type { FirstSteps, FleetHost, Permission } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { recordingsOf } from '../../lib/host-queries.ts'
import { aFleetHost, aSummary, idOf } from '../../lib/testing/fixtures.ts'
import { aHostRecommendation } from '../../lib/testing/loop-fixtures.ts'
import { answer, refusal, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { openRecommendations } from '../recommendations/recommendation-queries.ts'
import { Fleet } from './fleet.tsx'

const nothing = {
  recorded: false,
  analysed: false,
  targeted: false,
  connected: false,
  applied: false,
}
const everything: FirstSteps = {
  recorded: true,
  analysed: true,
  targeted: true,
  connected: true,
  applied: true,
}

function fleet(
  data: FleetHost[],
  {
    search = '',
    firstSteps = everything,
    dismissed = false,
    permissions = undefined as undefined | Permission[],
  } = {},
) {
  return render(<Fleet dismissed={dismissed} />, {
    search,
    user: userWith(permissions),
    known: [answer('getFleet', {}, { data, firstSteps })],
  })
}

describe('the fleet', () => {
  it('shows that it is loading, and what could not be loaded', () => {
    expect(render(<Fleet dismissed={false} />).text).toBe('Loading the fleet')
    const { text } = render(<Fleet dismissed={false} />, { known: [refusal('getFleet', {})] })
    expect(text).toContain('The API said no.')
  })

  it('has a row for each host: verdict, domains against targets, trend, drift, last recording', () => {
    const { html, links } = fleet([aFleetHost({ tags: ['eu'] })])
    const [head, row] = rowsOf(html)
    expect(head).toEqual(['Host', 'Verdict', 'Against targets', '7 days', 'Connection', 'Recorded'])
    expect(row![0]).toBe('xen-1 eu')
    expect(row![1]).toBe('Misses')
    expect(row![2]).toContain('vm1: 120 ms of 80 ms, missed')
    expect(row![2]).toContain('vm2: 40.0 ms, no target')
    expect(row![2]).toContain('vm1 120 ms of 80 ms')
    expect(row![3]).toBe('2 recordings: the worst guest from 75 % to 150 % of its target')
    expect(row![4]).toBe('Connected')
    expect(row![5]).toBe('2 hours ago')
    expect(links['xen-1']).toBe(`/hosts/${idOf(1)}`)
  })

  it('marks the hosts where a recommendation waits for a person', () => {
    const data = [aFleetHost(), aFleetHost({ id: idOf(2), name: 'xen-2' })]
    const { html } = render(<Fleet dismissed />, {
      known: [
        answer('getFleet', {}, { data, firstSteps: everything }),
        answer('listRecommendations', openRecommendations, { data: [aHostRecommendation()] }),
      ],
    })
    const names = rowsOf(html).map(([name]) => name)
    expect(names).toEqual(['Host', 'xen-1 A recommendation waits', 'xen-2'])
  })

  it('has no green verdict without targets', () => {
    expect(fleet([aFleetHost({ verdict: 'no-targets' })]).html).not.toContain('text-ok')
    expect(fleet([aFleetHost({ verdict: 'meets' })]).html).toContain('text-ok')
  })

  it('shows drift before the connection, and a running analysis before the verdict', () => {
    const row = rowsOf(fleet([aFleetHost({ drifted: true, isAnalysed: true })]).html)[1]!
    expect(row[1]).toBe('Analysing')
    expect(row[4]).toBe('Drifted')
  })

  it('shows a host without an analysed recording', () => {
    const none = { verdict: null, grade: null, domains: [], trend: [], lastRecordedAt: null }
    const row = rowsOf(fleet([aFleetHost({ ...none, connection: 'none' })]).html)[1]!
    expect(row.slice(1)).toEqual(['No verdict yet', '', '–', 'Not connected', '–'])
    const live = rowsOf(fleet([aFleetHost({ ...none, verdict: 'meets', isLive: true })]).html)[1]!
    expect([live[1], live.at(-1)]).toEqual(['Meets', 'live'])
  })

  it('shows what the address asks for, or says that no host fits', () => {
    const hosts = [aFleetHost(), aFleetHost({ id: idOf(2), name: 'calm', verdict: 'meets' })]
    expect(rowsOf(fleet(hosts, { search: 'verdict=meets' }).html)).toHaveLength(2)
    expect(fleet(hosts, { search: 'verdict=meets' }).text).toContain('1 host shown')
    const none = fleet(hosts, { search: 'q=elsewhere' })
    expect(none.text).toContain('No host fits')
    expect(none.buttons).toContain('Show all 2 hosts')
    expect(none.html).toContain('value="elsewhere"')
  })
})

describe('the first steps', () => {
  it('lead to where each is done, and name the next one', () => {
    const { text, links } = fleet([], {
      firstSteps: { ...nothing, recorded: true, analysed: true },
    })
    expect(text).toContain('No hosts yet')
    expect(text).toContain('Done: Record a host under load')
    expect(text).toContain('Next: set the response times that you promise')
    expect(links).toEqual({
      'Done: Record a host under load': '/help/guides/record-a-host',
      'Done: Upload the recording and analyse it': '/recordings/new',
      'To do: Set targets for its guests': '/recordings/new',
      'To do: Connect the host': '/hosts/new',
      'To do: Apply a change': '/changes',
    })
  })

  it('lead to the sample while nothing else was recorded', () => {
    const sample = aFleetHost({ name: 'Sample host', isSample: true })
    const { text, links } = fleet([sample], { firstSteps: nothing })
    expect(text).toContain('Open Sample host')
    expect(links['Sample host']).toBe(`/hosts/${sample.id}`)
    const later = fleet([sample], { firstSteps: { ...nothing, recorded: true } })
    expect(later.text).not.toContain('recorded already')
  })

  it('lead to the recording of the sample in which a target is missed', () => {
    const sample = aFleetHost({ name: 'Sample host', isSample: true })
    const recordings = [
      aSummary({ id: idOf(31), name: 'Sample: reweighted', verdict: 'meets' }),
      aSummary({ id: idOf(32), name: 'Sample: equal weights', verdict: 'misses' }),
    ]
    const { text, links } = render(<Fleet dismissed={false} />, {
      known: [
        answer('getFleet', {}, { data: [sample], firstSteps: nothing }),
        answer('listAnalyses', recordingsOf(sample.id), { data: recordings }),
      ],
    })
    expect(text).toContain('in Sample: equal weights of Sample host a target is missed')
    expect(links['Sample: equal weights']).toBe(`/hosts/${sample.id}?recording=${idOf(32)}`)
  })

  it('go away when they are done, dismissed, or not for this user', () => {
    expect(fleet([], { firstSteps: everything }).text).not.toContain('First steps')
    expect(fleet([], { firstSteps: nothing, dismissed: true }).text).not.toContain('First steps')
    const reader = fleet([], { firstSteps: nothing, permissions: ['hosts:read'] })
    expect(reader.text).not.toContain('First steps')
  })
})
