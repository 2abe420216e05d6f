import { readDocument } from '../../lib/documents.ts'

/** What the help over a page shows: all pages, the keys, and the words. */
export async function GET(): Promise<Response> {
  const [pages, glossary] = await Promise.all(
    ['reference/pages', 'reference/glossary'].map(readDocument),
  )
  return Response.json({ pages: pages?.text ?? '', glossary: glossary?.text ?? '' })
}
