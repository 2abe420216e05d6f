import type { Operation } from './operations.ts'

/**
 * The query key of a call, of which that of the same call without body, or of the operation alone,
 * is the beginning: a mutation's `invalidates` matches on the operation alone.
 */
export function queryKeyOf(
  operation: Operation,
  options?: { params?: unknown; query?: unknown; body?: unknown },
) {
  if (!options) return [operation]
  const { params = null, query = null, body } = options
  return [operation, params, query, ...(body === undefined ? [] : [body])]
}

/** The query key of a list that is read page by page; `params` where its address has some. */
export function pagesKeyOf(operation: Operation, query: object, params?: object) {
  return [operation, 'pages', query, ...(params ? [params] : [])]
}
