import { ApiError } from '@steelyard/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problem, render } from '../../lib/testing/render.tsx'
import { Providers } from './providers.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The client that all pages share. */
function clientOfPages(): QueryClient {
  let found: QueryClient | undefined
  function Probe() {
    found = useQueryClient()
    return null
  }
  render(
    <Providers>
      <Probe />
    </Providers>,
  )
  return found!
}

const refused = (status: number, code = 'refused') =>
  new ApiError({ ...problem(status), status, code })

describe('a session that has ended', () => {
  /** Where the page goes after a failed call, null for nowhere. */
  function goesTo(error: Error, path = '/hosts', search = '?sort=name'): string | null {
    const assign = vi.fn()
    vi.stubGlobal('location', { pathname: path, search, assign })
    const { onError } = clientOfPages().getQueryCache().config
    onError?.(error, {} as never)
    return assign.mock.calls[0]?.[0] ?? null
  }

  it('is begun anew, and leads back to the same place', () => {
    const to = new URL(goesTo(refused(401, 'unauthenticated')) ?? '', 'http://localhost')
    expect(to.pathname).toBe('/sign-in')
    expect(to.searchParams.get('next')).toBe('/hosts?sort=name')
  })

  it('is not the reason for a wrong password', () => {
    expect(goesTo(refused(401, 'wrong-password'))).toBeNull()
  })

  it('is no news to somebody who is signing in', () => {
    expect(goesTo(refused(401, 'unauthenticated'), '/sign-in')).toBeNull()
    expect(goesTo(refused(401, 'unauthenticated'), '/setup')).toBeNull()
  })

  it('is not the reason for anything else', () => {
    expect(goesTo(refused(403))).toBeNull()
    expect(goesTo(new TypeError('x is not a function'))).toBeNull()
  })
})

describe('a call that failed', () => {
  const retries = (error: Error) => {
    const { retry } = clientOfPages().getDefaultOptions().queries ?? {}
    if (typeof retry !== 'function') throw new Error('no rule')
    return [0, 1, 2].filter((failures) => retry(failures, error)).length
  }

  it.each([0, 502, 503, 504])('with %d may succeed later, and is repeated twice', (status) => {
    expect(retries(refused(status))).toBe(2)
  })

  it.each([400, 401, 404, 409, 422, 500])('with %d will fail again', (status) => {
    expect(retries(refused(status))).toBe(0)
  })
})
