import type { Endpoint } from '@steelyard/contract'

export type AnyEndpoint = Pick<Endpoint, 'id'>

/**
 * The query key of a call, of which that of the same call without body, or of the endpoint alone,
 * is the beginning: a mutation's `invalidates` matches on the endpoint alone.
 */
export function queryKeyOf(
  endpoint: AnyEndpoint,
  options?: { params?: unknown; query?: unknown; body?: unknown },
) {
  if (!options) return [endpoint.id]
  const { params = null, query = null, body } = options
  return [endpoint.id, params, query, ...(body === undefined ? [] : [body])]
}

/** The query key of a list that is read page by page; `params` where its address has some. */
export function pagesKeyOf(endpoint: AnyEndpoint, query: object, params?: object) {
  return [endpoint.id, 'pages', query, ...(params ? [params] : [])]
}
