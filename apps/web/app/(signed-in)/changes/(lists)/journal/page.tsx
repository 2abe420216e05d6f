import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { journalFilter } from '../../../../../components/journal/journal-filter.ts'
import { JournalSection } from '../../../../../components/journal/journal-section.tsx'
import { firstPageOf, prefetch, queryOfRequest } from '../../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Journal' }

export default async function Page() {
  const journal = firstPageOf('listJournal', journalFilter(await queryOfRequest()))
  return (
    <HydrationBoundary state={await prefetch(journal)}>
      <JournalSection />
    </HydrationBoundary>
  )
}
