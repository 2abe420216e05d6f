import { describe, expect, it } from 'vitest'
import { refuseCrossOrigin } from './cross-origin.ts'

const web = 'https://steelyard.example'

function outcome(method: string, headers: Record<string, string>, host = '127.0.0.1:4000'): string {
  try {
    refuseCrossOrigin({ method, headers, host }, web)
    return 'passed'
  } catch {
    return 'refused'
  }
}

describe('refuseCrossOrigin', () => {
  it.each([
    ['another site, by fetch metadata', { 'sec-fetch-site': 'cross-site', origin: web }],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
    ['another site, by origin', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:9999' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a look-alike of our origin', { origin: 'https://steelyard.example.evil.example' }],
  ])('refuses %s', (_, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(outcome(method, headers)).toBe('refused')
    }
  })

  it.each([
    ['our pages', { 'sec-fetch-site': 'same-origin', origin: web }],
    ['our pages in an old browser', { origin: web }],
    ['our pages under the address in use', { origin: 'http://127.0.0.1:4000' }],
    ['a program', {}],
    ['a token holder from anywhere', { authorization: 'Bearer x', origin: 'https://evil.example' }],
  ])('lets %s pass', (_, headers) => expect(outcome('POST', headers)).toBe('passed'))

  it('does not affect reads', () => {
    expect(outcome('GET', { 'sec-fetch-site': 'cross-site' })).toBe('passed')
  })
})
