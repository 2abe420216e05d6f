import { expect, it } from 'vitest'
import { idOf } from '../../../lib/testing/fixtures.ts'
import { aHotspot, aJournalEntry } from '../../../lib/testing/loop-fixtures.ts'
import { answer, render } from '../../../lib/testing/render.tsx'
import { MoveNeeded } from './move-needed.tsx'

const hostId = idOf(1)
const page = (data: unknown[]) => ({ data, meta: { nextCursor: null } })
const text = 'No weights bring vm1 within reach of its target.'

function shown(hotspots: unknown[], lastAt: Date) {
  return render(<MoveNeeded hostId={hostId} />, {
    known: [
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
