'use client'

import { Card, CardHeader } from '../ui/card.tsx'
import { type JournalFilter, JournalList } from './journal-list.tsx'

/** What was decided about one recommendation. */
export function JournalCard(filter: Pick<JournalFilter, 'recommendationId'>) {
  return (
    <Card aria-labelledby="journal">
      <CardHeader
        id="journal"
        title="Journal"
        description="What the loop decided about it, and why."
      />
      <div className="pt-3 pb-2">
        <JournalList filter={filter} />
      </div>
    </Card>
  )
}
