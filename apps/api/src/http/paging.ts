import { invalid } from '../errors.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Newest first, by id: ids are UUID v7, which sort by age. Spread the result into `findMany`; one
 * row more than the page tells whether there is a next one.
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

/** Cuts the extra row off and turns the last row of the page into the next cursor. */
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

/** Checked by encoding again, because Node's base64 decoder takes any text. */
export function decodeCursor(cursor: string | undefined, pattern: RegExp): string | undefined {
  if (cursor === undefined) return undefined
  const key = Buffer.from(cursor, 'base64url').toString()
  if (encodeCursor(key) === cursor && pattern.test(key)) return key
  throw invalid('query.cursor', 'not a cursor of this list')
}
