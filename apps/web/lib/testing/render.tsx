import type { Permission, Role, User } from '@steelyard/contract'
import { ApiError, PERMISSIONS, permissionsOfRole } from '@steelyard/contract/plain'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ComponentProps, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Operation } from '../operations.ts'
import { queryKeyOf } from '../query-keys.ts'
import { EstimatorsContext } from '../use-estimators.ts'
import { SessionContext } from '../use-session.ts'
import { estimators } from './estimators.ts'

/** The cached result of one API call before the first render: data or an error. */
type Known = { key: readonly unknown[]; data?: unknown; error?: Error }
type Options = { params?: unknown; query?: unknown; body?: unknown }
type Router = NonNullable<ComponentProps<typeof AppRouterContext>['value']>

const nowhere: Router = {
  bfcacheId: '',
  back() {},
  forward() {},
  refresh() {},
  push() {},
  replace() {},
  prefetch() {},
}

export const known = (key: readonly unknown[], data: unknown): Known => ({ key, data })

export const refused = (key: readonly unknown[], status = 500): Known => ({
  key,
  error: new ApiError(problem(status)),
})

export const answer = (operation: Operation, options: Options, data: unknown): Known =>
  known(queryKeyOf(operation, options), data)

export const refusal = (operation: Operation, options: Options, status = 500): Known =>
  refused(queryKeyOf(operation, options), status)

/** The first page of a list; `nextCursor` means that there are more. */
export const firstPage = (
  operation: Operation,
  query: object,
  data: readonly unknown[],
  nextCursor: string | null = null,
): Known =>
  known([operation, 'pages', query], {
    pages: [{ data, meta: { nextCursor } }],
    pageParams: [undefined],
  })

export const refusedPage = (operation: Operation, query: object): Known =>
  refused([operation, 'pages', query])

export function problem(status: number) {
  return {
    type: 'about:blank',
    title: 'Refused',
    status,
    detail: 'The API said no.',
    code: 'refused',
    requestId: 'r-1',
  }
}

/** A user with only these permissions; by default all of them. */
export function userWith(permissions: readonly Permission[] = PERMISSIONS): User {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    email: 'ada@example.org',
    name: 'Ada',
    grants: [{ role: roleWith(permissions), tag: null }],
    permissions: [...permissions],
  }
}

/** The least role that has all of these permissions. */
function roleWith(permissions: readonly Permission[]): Role {
  const has = (role: Role) => permissions.every((each) => permissionsOfRole[role].includes(each))
  return (['viewer', 'approver', 'operator', 'administrator'] as const).find(has)!
}

/** Renders part of a page as the server does, for a given user and given API results. */
export function render(
  element: ReactNode,
  {
    user = userWith(),
    known: answers = [],
    path = '/',
    search = '',
  }: { user?: User; known?: readonly Known[]; path?: string; search?: string } = {},
) {
  const html = renderToStaticMarkup(
    <AppRouterContext value={nowhere}>
      <PathnameContext value={path}>
        <SearchParamsContext value={new URLSearchParams(search)}>
          <QueryClientProvider client={clientThatKnows(answers)}>
            <SessionContext value={user}>
              <EstimatorsContext value={estimators}>{element}</EstimatorsContext>
            </SessionContext>
          </QueryClientProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
  )
  return { html, text: textOf(html), buttons: buttonsOf(html), links: linksOf(html) }
}

function clientThatKnows(answers: readonly Known[]): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retryOnMount: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  for (const { key, data, error } of answers) {
    if (!error) client.setQueryData(key, data)
    else {
      const query = client.getQueryCache().build(client, { queryKey: key })
      query.setState({ ...query.state, status: 'error', error })
    }
  }
  return client
}

/** The text of a page, including text for screen readers: no markup, single spaces. */
function textOf(html: string): string {
  return decoded(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The names of the buttons; a disabled one has "(off)" after its name. */
function buttonsOf(html: string): string[] {
  const all = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)]
  // Checkboxes, switches and tabs are buttons in the markup only.
  const pressed = all.filter(([, attributes]) => !/ role="/.test(attributes ?? ''))
  return pressed.map(([, attributes, inside]) => {
    const label = /aria-label="([^"]*)"/.exec(attributes ?? '')?.[1]
    const off = / disabled=""/.test(attributes ?? '') ? ' (off)' : ''
    return (label ? decoded(label) : textOf(inside ?? '')) + off
  })
}

function linksOf(html: string): Record<string, string> {
  const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
  return Object.fromEntries(
    links.map(([, href, inside]) => [textOf(inside ?? ''), decoded(href ?? '')]),
  )
}

function decoded(text: string): string {
  const characters = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
  return Object.entries(characters).reduce((rest, [code, is]) => rest.replaceAll(code, is), text)
}

/** The cells of each table row in the markup, headings included. */
export function rowsOf(html: string): string[][] {
  return [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...(row ?? '').matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) => textOf(cell ?? '')),
  )
}
