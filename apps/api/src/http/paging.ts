import { invalid } from '../errors.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Newest first by id: ids are UUID v7, which sort by age. Spread the result into `findMany`. It
 * asks for one row more than the page, which shows whether there is a next page.
 * @throws AppError `invalid` for a cursor that we did not make
 */
export function pageById(query: { limit: number; cursor?: string | undefined }) {
  const id = decodeCursor(query.cursor, UUID)
  return {
    take: query.limit + 1,
    orderBy: { id: 'desc' as const },
    ...(id ? { cursor: { id }, skip: 1 } : {}),
  }
}

/** Removes the extra row and makes the next cursor from the last row of the page. */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  serialise: (row: Row) => Item,
  keyOf: (row: Row) => string,
) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor(keyOf(last)) : null
  return { data: shown.map(serialise), meta: { nextCursor } }
}

export function encodeCursor(key: string): string {
  return Buffer.from(key).toString('base64url')
}

/** Checked by encoding it again, because Node's base64 decoder accepts any text. */
export function decodeCursor(cursor: string | undefined, pattern: RegExp): string | undefined {
  if (cursor === undefined) return undefined
  const key = Buffer.from(cursor, 'base64url').toString()
  if (encodeCursor(key) === cursor && pattern.test(key)) return key
  throw invalid('query.cursor', 'not a cursor of this list')
}
