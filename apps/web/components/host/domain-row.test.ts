import { describe, expect, it } from 'vitest'
import { domainStateWords } from './domain-row.tsx'

function words(state: string | null, gone = false) {
  return domainStateWords({ state, gone, seenAt: null })
}

describe('the state of a domain', () => {
  it.each([
    ['r-----', 'running'],
    ['-b----', 'idle'],
    ['------', 'runnable'],
    ['--p---', 'paused'],
    ['---sc-', 'crashed'],
    ['-----d', 'dying'],
  ])('reads %s as %s', (state, expected) => {
    expect(words(state)).toBe(expected)
  })

  it('leaves an unknown state unchanged', () => {
    expect(words('unpaused')).toBe('unpaused')
    expect(words(null)).toBe('–')
  })

  it('reports first that a domain is gone', () => {
    expect(words('r-----', true)).toMatch(/^gone/)
  })
})
