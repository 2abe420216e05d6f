import type { Endpoint } from '@steelyard/contract'

export type AnyEndpoint = Pick<Endpoint, 'id'>

/** The query key of a call; a mutation's `invalidates` matches on the endpoint alone. */
export function queryKeyOf(endpoint: AnyEndpoint, options?: { params?: unknown; query?: unknown }) {
  if (!options) return [endpoint.id]
  return [endpoint.id, options.params ?? null, options.query ?? null]
}

/** The query key of a list that is read page by page. */
export function pagesKeyOf(endpoint: AnyEndpoint, query: object) {
  return [endpoint.id, 'pages', query]
}
