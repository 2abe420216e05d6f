import type { Metadata } from 'next'
import { HelpDocument } from '../../../components/help/help-document.tsx'
import { readDocument } from '../../../lib/documents.ts'

export const metadata: Metadata = { title: 'Help' }

/** What each page shows and the keys; the panel has the part about the page in hand. */
export default async function HelpPage() {
  return <HelpDocument name="reference/pages" document={await readDocument('reference/pages')} />
}
