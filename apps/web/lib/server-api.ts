import type { Endpoint } from '@steelyard/contract'
import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import type { AnswerOf, Operation, OptionsOf, PagedOperation } from './operations.ts'
import { pagesKeyOf, queryKeyOf } from './query-keys.ts'
import { bringsSession } from './session-cookie.ts'

// Only server components import this: pages fetch here what their first paint shows.

/** The first paint does not wait longer for the API; the browser then asks by itself. */
const WITHIN_MS = 3_000

/** An answer that a page needs, under the key that the browser's cache knows it by. */
export interface Wanted {
  key: readonly unknown[]
  read: () => Promise<unknown>
}

/** The client of one request, with the caller's session and address. */
const clientOfRequest = cache(async () => {
  const incoming = await headers()
  const outgoing: Record<string, string> = {}
  for (const name of ['cookie', 'x-forwarded-for']) {
    const value = incoming.get(name)
    if (value) outgoing[name] = value
  }
  const api = process.env.STEELYARD_API_URL || 'http://127.0.0.1:4000'
  const fetchInTime: typeof fetch = (input, init) =>
    fetch(input, { ...init, cache: 'no-store', signal: AbortSignal.timeout(WITHIN_MS) })
  const { createClient } = await import('@steelyard/contract')
  return createClient(`${api}/api/v1`, fetchInTime, outgoing)
})

const answersOfRequest = cache(() => new Map<string, Promise<unknown>>())

/** Asks once per request, however many layouts, pages and titles need the answer. */
function once<T>(key: readonly unknown[], ask: () => Promise<T>): Promise<T> {
  const answers = answersOfRequest()
  const name = JSON.stringify(key)
  const answer = answers.get(name) ?? ask()
  answers.set(name, answer)
  return answer as Promise<T>
}

/** Wants what `useApi(operation, options)` shows. */
export function answerOf<Name extends Operation>(
  operation: Name,
  options = {} as OptionsOf<Name>,
): { key: readonly unknown[]; read: () => Promise<AnswerOf<Name>> } {
  const key = queryKeyOf(operation, options)
  return { key, read: () => once(key, () => ask(operation, options)) }
}

async function ask<Name extends Operation>(operation: Name, options: OptionsOf<Name>) {
  const endpoint: Endpoint = (await import('@steelyard/contract'))[operation]
  return (await clientOfRequest())(endpoint, options) as Promise<AnswerOf<Name>>
}

/** Wants the first page of what `useApiPages(operation, query)` shows. */
export function firstPageOf<Name extends PagedOperation>(
  operation: Name,
  query: object = {},
): Wanted {
  const key = pagesKeyOf(operation, query)
  const read = async () => {
    const page = await ask(operation, { query } as OptionsOf<Name>)
    return { pages: [page], pageParams: [undefined] }
  }
  return { key, read: () => once(key, read) }
}

/** The answer itself, for titles and for questions that depend on it; null if it cannot be had. */
export async function read<T>(wanted: { read: () => Promise<T> }): Promise<T | null> {
  return wanted.read().catch(() => null)
}

/**
 * Fetches on the server what the page's `useApi` and `useApiPages` show, with the same arguments:
 * `<HydrationBoundary state={await prefetch(answerOf('getHost', { params: { id } }))}>` around the
 * client component. The browser asks by itself for what failed, so that it also shows the reason.
 */
export async function prefetch(...wanted: Wanted[]): Promise<DehydratedState> {
  const client = new QueryClient()
  await Promise.all(
    wanted.map(async (each) => {
      const data = await read(each)
      if (data !== null) client.setQueryData(each.key, data)
    }),
  )
  return dehydrate(client)
}

/** The query of the page's address, which only proxy.ts tells a layout; empty without a request. */
export async function queryOfRequest(): Promise<URLSearchParams> {
  const query = async () => (await headers()).get('x-query')
  return new URLSearchParams((await query().catch(() => null)) ?? '')
}

/** The address of the page, from its path on. */
export async function pathOfRequest(): Promise<string> {
  const path = async () => (await headers()).get('x-path')
  const query = String(await queryOfRequest())
  return ((await path().catch(() => null)) ?? '/') + (query && `?${query}`)
}

/** Browsers leave the session out of a request that begins at another site, such as a link in a mail. */
export async function requestBringsSession(): Promise<boolean> {
  const known = async () => bringsSession((await cookies()).getAll())
  return known().catch(() => false)
}

/** A cookie of the browser, such as a setting that the first paint depends on. */
export async function cookieOfRequest(name: string): Promise<string | null> {
  const value = async () => (await cookies()).get(name)?.value ?? null
  return value().catch(() => null)
}
