import { ApiError } from '@steelyard/contract/plain'
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

describe('the end of a session', () => {
  /** Where the page goes after a failed call, null for nowhere. */
  function goesTo(error: Error, path = '/hosts', search = '?sort=name'): string | null {
    const assign = vi.fn()
    vi.stubGlobal('location', { pathname: path, search, assign })
    const { onError } = clientOfPages().getQueryCache().config
    onError?.(error, {} as never)
    return assign.mock.calls[0]?.[0] ?? null
  }

  it('leads to the sign-in, and back to the same page', () => {
    const to = new URL(goesTo(refused(401, 'unauthenticated')) ?? '', 'http://localhost')
    expect(to.pathname).toBe('/sign-in')
    expect(to.searchParams.get('next')).toBe('/hosts?sort=name')
  })

  it('is not assumed after a wrong password', () => {
    expect(goesTo(refused(401, 'wrong-password'))).toBeNull()
  })

  it('changes nothing on the sign-in and set-up pages', () => {
    expect(goesTo(refused(401, 'unauthenticated'), '/sign-in')).toBeNull()
    expect(goesTo(refused(401, 'unauthenticated'), '/setup')).toBeNull()
  })

  it('is not assumed after other failures', () => {
    expect(goesTo(refused(403))).toBeNull()
    expect(goesTo(new TypeError('x is not a function'))).toBeNull()
  })
})

describe('a failed call', () => {
  const retries = (error: Error) => {
    const { retry } = clientOfPages().getDefaultOptions().queries ?? {}
    if (typeof retry !== 'function') throw new Error('no rule')
    return [0, 1, 2].filter((failures) => retry(failures, error)).length
  }

  it.each([0, 502, 503, 504])('is repeated twice after status %d', (status) => {
    expect(retries(refused(status))).toBe(2)
  })

  it.each([400, 401, 404, 409, 422, 500])('is not repeated after status %d', (status) => {
    expect(retries(refused(status))).toBe(0)
  })
})
