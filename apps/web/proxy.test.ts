import { NextRequest } from 'next/server.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { config, proxy } from './proxy.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const cookie = 'steelyard_sid=s.1'
const asked = (path: string, headers: Record<string, string> = { cookie }) =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { headers }))
const answer = () => asked('/hosts')
const policyOf = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources] as const
    }),
  )
const nonceOf = (response: Response) =>
  policyOf(response)
    .get('script-src')
    ?.find((source) => source.startsWith("'nonce-"))

describe('the content security policy', () => {
  it('allows only scripts with the nonce of this response', () => {
    const [first, second] = [answer(), answer()]
    const random = Buffer.from(nonceOf(first)!.slice("'nonce-".length, -1), 'base64')
    expect(random).toHaveLength(16)
    expect(nonceOf(first)).toMatch(/^'nonce-[A-Za-z0-9+/]{20,}={0,2}'$/)
    expect(nonceOf(first)).not.toBe(nonceOf(second))
    expect(policyOf(first).get('script-src')).not.toContain("'unsafe-inline'")
    expect(policyOf(first).get('script-src')).not.toContain("'unsafe-eval'")
  })

  it('passes the nonce to the page, and overrides a client’s claim', () => {
    const response = asked('/', { cookie, 'x-nonce': 'mine' })
    const nonce = response.headers.get('x-middleware-request-x-nonce')
    expect(`'nonce-${nonce}'`).toBe(nonceOf(response))
  })

  it('allows no other origin, and no frames', () => {
    const policy = policyOf(answer())
    for (const [name, sources] of policy) {
      expect(sources.join(' '), name).not.toMatch(/https?:|\*/)
    }
    expect(policy.get('default-src')).toEqual(["'self'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('form-action')).toEqual(["'self'"])
  })

  it('allows eval in development only', () => {
    vi.stubEnv('NODE_ENV', 'development')
    expect(policyOf(answer()).get('script-src')).toContain("'unsafe-eval'")
  })
})

describe('without a session', () => {
  const goesTo = (path: string, headers = {}) => {
    const { status, headers: answered } = asked(path, headers)
    const to = answered.get('location')
    return [status, to?.replace('http://localhost:3000', '') ?? null]
  }

  it('every page leads to the sign-in, and back', () => {
    expect(goesTo('/')).toEqual([302, '/sign-in'])
    expect(goesTo('/hosts/1?recording=2')).toEqual([
      302,
      '/sign-in?next=%2Fhosts%2F1%3Frecording%3D2',
    ])
    expect(goesTo('/', { cookie: 'theme=dark' })).toEqual([302, '/sign-in'])
    expect(goesTo('/', { cookie: '__Host-steelyard_sid=s.1' })).toEqual([200, null])
  })

  it.each(['/sign-in?next=%2F', '/setup?token=1', '/welcome'])('%s is open', (path) => {
    expect(goesTo(path)).toEqual([200, null])
  })
})

describe('the pages with a policy', () => {
  const [{ source } = { source: '' }] = config.matcher
  const matches = (path: string) => new RegExp(`^${source}$`).test(path)

  it.each(['/', '/hosts', '/apiary', '/uploads/new'])('include %s', (path) => {
    expect(matches(path)).toBe(true)
  })

  it.each(['/api/v1/hosts', '/_next/static/chunks/a.js', '/icon.svg'])('exclude %s', (path) => {
    expect(matches(path)).toBe(false)
  })
})
