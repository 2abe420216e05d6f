import type { HostFacts } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, noHostFacts } from '../testing/fixtures.ts'
import { hasFacts, knownWeight, knownWeightWords, originWords } from './host-facts.ts'

const domain = (name: string, weight: HostFacts['domains'][number]['weight']) => ({
  domain: name,
  xenId: null,
  cap: null,
  vCpus: null,
  weight,
})
const facts: HostFacts = {
  ...noHostFacts,
  domains: [
    domain('vm1', { value: 384, origin: { kind: 'xl-output', path: 'xl-list.txt' } }),
    domain('vm2', { value: 300, origin: { kind: 'host', path: null } }),
    domain('vm3', null),
  ],
}
const host = aHost({
  domains: [
    aDomain('vm1', { weight: 999 }),
    aDomain('vm2', { weight: 512 }),
    aDomain('vm4', { weight: 512, gone: true }),
  ],
})

describe('the known weight of a domain', () => {
  it('is shown with its source', () => {
    const words = (name: string) => knownWeightWords(knownWeight(facts, host, name))
    expect(words('vm1')).toBe('weight 384, from xl-list.txt')
    expect(words('vm2')).toBe('weight 512, from the host, as it is now')
    expect(words('vm3')).toBe('weight not known, 256 assumed')
    expect(words('vm4')).toBe('weight not known, 256 assumed')
  })
})

it('names the source of a fact', () => {
  expect(originWords({ kind: 'recording', path: null })).toBe('recording.json')
  expect(originWords({ kind: 'xl-output', path: 'a/xl.txt' })).toBe('a/xl.txt')
  expect(originWords({ kind: 'operator', path: null })).toBe('your answer')
})

it('is unknown for a host without facts', () => {
  expect(hasFacts(noHostFacts)).toBe(false)
  expect(hasFacts(facts)).toBe(true)
  expect(hasFacts({ ...noHostFacts, contradictions: ['They differ.'] })).toBe(true)
})
