import { LOOP_DECISIONS } from '@steelyard/contract/plain'
import { afterEach, describe, expect, it } from 'vitest'
import { appearAs, hasAppeared, showTimesIn } from '../../lib/format/first-paint.ts'
import { aFleetHost, idOf } from '../../lib/testing/fixtures.ts'
import { aJournalEntry } from '../../lib/testing/loop-fixtures.ts'
import { answer, firstPage, refusedPage, render } from '../../lib/testing/render.tsx'
import { JournalCard } from './journal-card.tsx'
import { repeatedWords } from './journal-line.tsx'
import { JournalSection } from './journal-section.tsx'

afterEach(() => {
  showTimesIn('UTC')
  hasAppeared()
})

/** The text of each line of a list. */
const linesOf = (html: string) =>
  [...html.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, line]) =>
    line!
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

describe('a line of the journal', () => {
  it('has its time, host, decision and words, and leads on', () => {
    appearAs('UTC', Date.now())
    const { html, links } = render(<JournalSection />, {
      known: [
        firstPage('listJournal', {}, [
          aJournalEntry({
            decision: 'recommended',
            text: 'More for vm1.',
            recommendationId: idOf(93),
          }),
          aJournalEntry({ id: idOf(2), hostId: null, hostName: null, decision: 'stopped' }),
        ]),
      ],
    })
    expect(linesOf(html)).toEqual([
      '24 Nov 2026, 10:00 UTC Recommended xen-1 More for vm1. Recommendation',
      '24 Nov 2026, 10:00 UTC Stopped All hosts Outside of the change windows.',
    ])
    expect(links).toMatchObject({
      'xen-1': `/hosts/${idOf(1)}`,
      Recommendation: `/recommendations/${idOf(93)}`,
    })
  })

  it('says how often it was decided, and until when', () => {
    appearAs('UTC', Date.now())
    const at = '2026-11-24T10:00:00Z'
    expect(repeatedWords({ times: 1, at, lastAt: at })).toBeNull()
    expect(repeatedWords({ times: 12, at, lastAt: '2026-11-24T10:40:10Z' })).toBe('×12 until 10:40')
    expect(repeatedWords({ times: 1200, at, lastAt: '2026-11-25T01:00:00Z' })).toBe(
      '×1,200 until 25 Nov, 01:00',
    )
  })
})

describe('the journal of all hosts', () => {
  it('is filtered by what the address says', () => {
    const { text, html } = render(<JournalSection />, {
      search: `host=${idOf(1)}&decision=waits`,
      known: [
        firstPage('listJournal', { hostId: idOf(1), decision: 'waits' }, []),
        answer('getFleet', {}, { data: [aFleetHost()] }),
      ],
    })
    expect(text).toContain('No such decision')
    expect(html).toMatch(/<option value="waits" selected="">Waits/)
    expect(html).toMatch(/<option value="[^"]*" selected="">xen-1/)
  })

  it('offers every decision once', () => {
    const { html } = render(<JournalSection />, { search: 'decision=nonsense' })
    for (const decision of LOOP_DECISIONS)
      expect(html.split(`<option value="${decision}"`)).toHaveLength(2)
  })

  it('says what to do while it is empty, and what went wrong', () => {
    const empty = render(<JournalSection />, { known: [firstPage('listJournal', {}, [])] })
    expect(empty.text).toContain('Nothing was decided yet')
    const refused = render(<JournalSection />, { known: [refusedPage('listJournal', {})] })
    expect(refused.text).toContain('The journal could not be loaded')
  })
})

it('leaves out a recommendation on its own page', () => {
  appearAs('UTC', Date.now())
  const of = { recommendationId: idOf(93) }
  const { html, links } = render(<JournalCard {...of} />, {
    known: [firstPage('listJournal', of, [aJournalEntry(of)])],
  })
  expect(linesOf(html)).toEqual([expect.stringContaining('Outside of the change windows.')])
  expect(links).toEqual({
    '24 Nov 2026, 10:00 UTC': expect.stringContaining('/history?from=2026-11-24T09%3A30'),
  })
})
