'use client'

import { ButtonLink } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { type JournalFilter, JournalList } from './journal-list.tsx'

/** What was decided about one host, or about one recommendation. */
export function JournalCard(filter: Pick<JournalFilter, 'hostId' | 'recommendationId'>) {
  return (
    <Card aria-labelledby="journal">
      <CardHeader
        id="journal"
        title="Journal"
        description={
          filter.recommendationId
            ? 'What the loop decided about it, and why.'
            : 'What the loop decided about this host, and why; also to do nothing.'
        }
        action={
          filter.hostId ? (
            <ButtonLink size="small" look="quiet" href={`/changes/journal?host=${filter.hostId}`}>
              Filter it
            </ButtonLink>
          ) : null
        }
      />
      <div className="pt-3 pb-2">
        <JournalList filter={filter} />
      </div>
    </Card>
  )
}
