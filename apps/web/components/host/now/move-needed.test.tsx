import type { PoolOfHost } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { idOf } from '../../../lib/testing/fixtures.ts'
import { aHotspot, aJournalEntry } from '../../../lib/testing/loop-fixtures.ts'
import { answer, render } from '../../../lib/testing/render.tsx'
import { MoveNeeded } from './move-needed.tsx'

const hostId = idOf(1)
const page = (data: unknown[]) => ({ data, meta: { nextCursor: null } })
const text = 'No weights bring vm1 within reach of its target.'

function shown(hotspots: unknown[], lastAt: Date, pool: PoolOfHost['pool'] = null) {
  return render(<MoveNeeded hostId={hostId} />, {
    known: [
      answer('getPoolOfHost', { params: { id: hostId } }, { pool }),
      answer('listHotspots', { query: { hostId, open: 'true', limit: 1 } }, page(hotspots)),
      answer(
        'listJournal',
        { query: { hostId, decision: 'move-needed', limit: 1 } },
        page([aJournalEntry({ decision: 'move-needed', text, lastAt: lastAt.toISOString() })]),
      ),
    ],
  }).text
}

it('says that no weights help, while that is so', () => {
  const now = new Date()
  expect(shown([aHotspot()], now)).toContain(text)
  expect(shown([], now)).toBe('')
  expect(shown([aHotspot()], new Date(now.getTime() - 600_000))).toBe('')
})

it('leads to what its pool needs', () => {
  const advice = 'The advised moves do.'
  const pool = { id: idOf(7), name: 'rack 7', verdict: 'move' as const, text: advice }
  expect(shown([aHotspot()], new Date(), pool)).toMatch(
    /Its pool, *rack 7 *: *The advised moves do\./,
  )
})
