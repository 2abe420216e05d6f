import type { AnalysisSummary, HostHistory } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import type { Span } from '../../lib/span.ts'
import { aRecordedDomain, aRecording, aSummary, idOf } from '../../lib/testing/fixtures.ts'
import { answer, firstPage, refusal, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { OverTimeCard } from './over-time-card.tsx'
import { RecordingsCard } from './recordings-card.tsx'
import { SelectedActions } from './selected-actions.tsx'

const hostId = idOf(1)
const call = { params: { id: hostId } }

describe('a host over time', () => {
  const history: HostHistory = {
    recordings: [
      aRecording(),
      aRecording({
        id: idOf(31),
        name: 'Tuesday',
        verdict: 'meets',
        recordedFrom: '2026-11-21T10:00:00Z',
        recordedTo: '2026-11-21T10:10:00Z',
        domains: [aRecordedDomain('vm1', { observedMs: 60, weight: 512, meetsTarget: true })],
      }),
    ],
    weightChanges: [],
    annotations: [],
    complete: true,
  }
  const everything = { from: 0, to: Number.POSITIVE_INFINITY }
  const card = (search = '', more: Partial<HostHistory> = {}, range: Span = everything) =>
    render(<OverTimeCard hostId={hostId} range={range} />, {
      search,
      known: [answer('getHostHistory', call, { ...history, ...more })],
    })

  it('shows each recording in figures, newest first, with its verdict and a way to it', () => {
    const { html, links } = card()
    expect(rowsOf(html).slice(1)).toEqual([
      ['Tuesday', expect.any(String), 'Meets', '60.0 ms meets', '80 ms', '512', '12.0/s'],
      ['Monday morning', expect.any(String), 'Misses', '120 ms misses', '80 ms', '256', '12.0/s'],
    ])
    expect(links.Tuesday).toBe(`/hosts/${hostId}?recording=${idOf(31)}`)
  })

  it('is cut to the range, for the domain of the address', () => {
    const since = { ...everything, from: Date.parse('2026-11-21') }
    const { html, text } = card('domain=vm1', {}, since)
    expect(rowsOf(html)).toHaveLength(2)
    expect(text).toContain('The 95th percentile of requests in each recording')
    const none = card('', {}, { ...everything, to: 1 })
    expect(none.text).toContain('No recording of vm1 in this range.')
    expect(none.buttons).toContain('Show all')
  })

  it('says when older recordings are left out, and is absent without any', () => {
    expect(card('', { complete: false }).text).toContain('Only the newest 2 recordings are shown.')
    expect(card('', { recordings: [] }).text).toBe('')
  })

  it('can be loaded again after a failure', () => {
    const failed = { known: [refusal('getHostHistory', call)] }
    expect(render(<OverTimeCard hostId={hostId} range={everything} />, failed).buttons).toEqual([
      'Try again',
    ])
  })
})

describe('the recordings', () => {
  const card = (user = userWith()) =>
    render(<RecordingsCard hostId={hostId} />, {
      user,
      known: [
        firstPage('listAnalyses', { hostId }, [
          aSummary({ tags: ['web'], notes: 'before the move' }),
          aSummary({ id: idOf(31), name: 'Tuesday', state: 'failed', verdict: null }),
        ]),
      ],
    })

  it('can be chosen, renamed, tagged and noted', () => {
    const { html, text, buttons } = card()
    expect(rowsOf(html)[1]?.slice(1, 6)).toEqual([
      'Misses',
      'Monday morning',
      'vm1 misses its target of 80 ms.',
      'web',
      'before the move',
    ])
    expect(text).toContain('Choose Monday morning')
    expect(buttons).toContain('Edit the name of Tuesday')
    expect(card(userWith(['analyses:read'])).buttons).not.toContain('Edit the name of Tuesday')
  })

  const actions = (selected: AnalysisSummary[], user = userWith()) =>
    render(<SelectedActions selected={selected} onDone={() => {}} />, { user })

  it('are compared when two with a result are chosen, and deleted in any number', () => {
    const two = [aSummary(), aSummary({ id: idOf(31) })]
    expect(actions([]).text).toBe('Choose two to compare them.')
    expect(actions(two.slice(1)).buttons).toEqual(['Delete 1 recording'])
    expect(actions(two).buttons).toEqual(['Compare', 'Delete 2 recordings'])
    expect(actions([two[0]!, aSummary({ state: 'failed' })]).buttons).toEqual([
      'Delete 2 recordings',
    ])
    expect(actions(two, userWith(['analyses:read'])).buttons).toEqual(['Compare'])
    const many = Array.from({ length: 101 }, () => aSummary())
    expect(actions(many).text).toContain('At most 100 are deleted at once.')
  })
})

describe('two recordings compared', () => {
  const query = { before: idOf(30), after: idOf(31) }
  const comparison = {
    before: aRecording(),
    after: aRecording({ id: idOf(31), name: 'Tuesday' }),
    domains: [
      {
        domain: 'vm1',
        before: aRecordedDomain('vm1'),
        after: aRecordedDomain('vm1', { observedMs: 60, weight: 512 }),
        changeMs: -60,
        beyondChance: true,
        statement: 'vm1 became faster, beyond chance.',
      },
      {
        domain: 'vm2',
        before: aRecordedDomain('vm2'),
        after: null,
        changeMs: null,
        beyondChance: null,
        statement: 'vm2 is only in the earlier of the two recordings.',
      },
    ],
    statement: 'vm1 became faster.',
  }
  const card = (search: string) =>
    render(<ComparisonCard hostId={hostId} />, {
      search,
      known: [answer('compareRecordings', { ...call, query }, comparison)],
    })

  it('are those of the address, with what the API says of the difference', () => {
    const { html, text, buttons } = card(`compare=${idOf(30)},${idOf(31)}`)
    expect(text).toContain('vm1 became faster. Before Monday morning')
    expect(rowsOf(html)[1]).toEqual([
      'vm1',
      'before 120 ms after 60.0 ms',
      '−60.0 ms',
      '80 ms',
      'before 256 after 512',
      '12.0/s',
      'vm1 became faster, beyond chance.',
    ])
    expect(rowsOf(html)[2]?.[1]).toBe('before 120 ms after –')
    expect(buttons).toEqual(['Swap', 'Close the comparison'])
  })

  it('are absent unless the address names two', () => {
    expect(card('').text).toBe('')
    expect(card(`compare=${idOf(30)}`).text).toBe('')
  })
})
