'use client'

import type { CallOptions, Endpoint } from '@steelyard/contract'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { call, problemOf } from './api.ts'
import { type AnyEndpoint, pagesKeyOf, queryKeyOf } from './query-keys.ts'

interface QueryExtras<T> {
  enabled?: boolean
  /** Shows the answer to the previous arguments until that to the new ones has come. */
  keepsPrevious?: boolean
  refetchInterval?: number | false | ((data: T | undefined) => number | false)
}

/** Reads an endpoint of the contract as server state. */
export function useApi<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, R>,
  options: CallOptions<P, Q, B> = {},
  extras: QueryExtras<Awaited<ReturnType<typeof call<P, Q, B, R>>>> = {},
) {
  const { enabled, keepsPrevious, refetchInterval } = extras
  return useQuery({
    queryKey: queryKeyOf(endpoint, options),
    queryFn: ({ signal }) => call(endpoint, { ...options, signal }),
    enabled,
    placeholderData: keepsPrevious ? keepPreviousData : undefined,
    refetchInterval:
      typeof refetchInterval === 'function'
        ? (query) =>
            refetchInterval(
              query.state.data as Awaited<ReturnType<typeof call<P, Q, B, R>>> | undefined,
            )
        : refetchInterval,
  })
}

/** Reads a list endpoint page by page; the rows are `data.pages.flatMap((page) => page.data)`. */
export function useApiPages<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  Item extends z.ZodType,
>(
  endpoint: Endpoint<
    P,
    Q,
    B,
    z.ZodObject<{
      data: z.ZodArray<Item>
      meta: z.ZodObject<{ nextCursor: z.ZodNullable<z.ZodString> }>
    }>
  >,
  query: object = {},
  extras: {
    params?: CallOptions<P, Q, B>['params']
    refetchInterval?: number | false | ((known: z.output<Item>[]) => number | false)
  } = {},
) {
  const { params, refetchInterval } = extras
  return useInfiniteQuery({
    queryKey: pagesKeyOf(endpoint, query, params as object | undefined),
    queryFn: ({ signal, pageParam }) =>
      call(endpoint, {
        params,
        query: { ...query, cursor: pageParam } as CallOptions<P, Q, B>['query'],
        signal,
      }) as Promise<{ data: z.output<Item>[]; meta: { nextCursor: string | null } }>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.meta.nextCursor ?? undefined,
    refetchInterval:
      typeof refetchInterval === 'function'
        ? (known) => refetchInterval(known.state.data?.pages.flatMap((page) => page.data) ?? [])
        : refetchInterval,
  })
}

// A retry of one call must carry the same key, or it would create the resource twice.
const idempotencyKeys = new WeakMap<object, string>()

function idempotencyKeyOf(options: object): string {
  const known = idempotencyKeys.get(options)
  if (known) return known
  // crypto.randomUUID exists only on https and localhost; this also works on a plain LAN address.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  idempotencyKeys.set(options, key)
  return key
}

/** Calls an endpoint that changes something, then reloads what it may have changed. */
export function useApiMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, { invalidates = [] }: { invalidates?: AnyEndpoint[] } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (options: CallOptions<P, Q, B>) =>
      call(
        endpoint,
        endpoint.idempotent ? { ...options, idempotencyKey: idempotencyKeyOf(options) } : options,
      ),
    retry: (failures, error) =>
      endpoint.idempotent === true && failures < 2 && problemOf(error).status === 0,
    onSuccess: () =>
      Promise.all(
        invalidates.map((each) => queryClient.invalidateQueries({ queryKey: queryKeyOf(each) })),
      ),
  })
}
