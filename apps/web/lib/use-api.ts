'use client'

import type { Endpoint } from '@steelyard/contract'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, loadContract, problemOf } from './api.ts'
import type { AnswerOf, Operation, OptionsOf, PagedOperation } from './operations.ts'
import { pagesKeyOf, queryKeyOf } from './query-keys.ts'
import { useReload } from './use-reload.ts'

interface QueryExtras<T> {
  enabled?: boolean
  /** Shows the answer to the previous arguments until that to the new ones has come. */
  keepsPrevious?: boolean
  refetchInterval?: number | false | ((data: T | undefined) => number | false)
}

/** Reads an operation of the contract as server state. */
export function useApi<Name extends Operation>(
  operation: Name,
  options = {} as OptionsOf<Name>,
  extras: QueryExtras<AnswerOf<Name>> = {},
) {
  const { enabled, keepsPrevious, refetchInterval } = extras
  return useQuery<AnswerOf<Name>>({
    queryKey: queryKeyOf(operation, options),
    queryFn: ({ signal }) => call(operation, { ...options, signal }),
    enabled,
    placeholderData: keepsPrevious ? keepPreviousData : undefined,
    refetchInterval:
      typeof refetchInterval === 'function'
        ? (query) => refetchInterval(query.state.data)
        : refetchInterval,
  })
}

/** Reads a list page by page; the rows are `data.pages.flatMap((page) => page.data)`. */
export function useApiPages<Name extends PagedOperation>(
  operation: Name,
  query: object = {},
  extras: {
    params?: OptionsOf<Name>['params']
    refetchInterval?: number | false | ((known: ItemOf<Name>[]) => number | false)
  } = {},
) {
  const { params, refetchInterval } = extras
  return useInfiniteQuery({
    queryKey: pagesKeyOf(operation, query, params as object | undefined),
    queryFn: ({ signal, pageParam }) =>
      call(operation, {
        params,
        query: { ...query, cursor: pageParam },
        signal,
      } as OptionsOf<Name>) as Promise<{
        data: ItemOf<Name>[]
        meta: { nextCursor: string | null }
      }>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.meta.nextCursor ?? undefined,
    refetchInterval:
      typeof refetchInterval === 'function'
        ? (known) => refetchInterval(known.state.data?.pages.flatMap((page) => page.data) ?? [])
        : refetchInterval,
  })
}

type ItemOf<Name extends PagedOperation> =
  AnswerOf<Name> extends { data: (infer Item)[] } ? Item : never

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

/** Calls an operation that changes something, then reloads what it may have changed. */
export function useApiMutation<Name extends Operation>(
  operation: Name,
  { invalidates = [] }: { invalidates?: readonly Operation[] } = {},
) {
  const reload = useReload()
  const mayRepeat = useRef(false)
  return useMutation<AnswerOf<Name>, Error, OptionsOf<Name>>({
    mutationFn: async (options) => {
      const { idempotent = false }: Endpoint = (await loadContract())[operation]
      mayRepeat.current = idempotent
      return call(
        operation,
        idempotent ? { ...options, idempotencyKey: idempotencyKeyOf(options) } : options,
      )
    },
    retry: (failures, error) => mayRepeat.current && failures < 2 && problemOf(error).status === 0,
    onSuccess: () => reload(...invalidates),
  })
}
