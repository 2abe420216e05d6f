import { describe, expect, it } from 'vitest'
import { anUpload, aSource } from '../testing/fixtures.ts'
import { byDomainName, domainsOf, guestsOf, isUndecided } from './upload-domains.ts'

const found = (name: string, domain: string | null) => ({ found: name, domain, origin: null })
const upload = anUpload({
  sources: [
    aSource({ domains: [found('a', 'vm10')] }),
    aSource({ domains: [found('idle', 'idle'), found('b', 'vm2'), found('c', 'Domain-0')] }),
    aSource({ included: false, domains: [found('d', 'left out')] }),
    aSource({ domains: [found('e', null)] }),
  ],
})

describe('the domains of an upload', () => {
  it('come from included sources, in natural order with Domain-0 last and without idle time', () => {
    expect(domainsOf(upload)).toEqual(['vm2', 'vm10', 'Domain-0'])
    expect(['b', 'Domain-0', 'a'].sort(byDomainName)).toEqual(['a', 'b', 'Domain-0'])
  })

  it('are guests, without Domain-0', () => {
    expect(guestsOf(upload)).toEqual(['vm2', 'vm10'])
  })
})

describe('a name that stands for no domain', () => {
  it('is undecided until somebody leaves it out', () => {
    const leftOut = { ...found('web', null), origin: { kind: 'operator' as const, path: null } }
    expect(isUndecided(found('web', null))).toBe(true)
    expect(isUndecided(leftOut)).toBe(false)
    expect(isUndecided(found('web', 'vm1'))).toBe(false)
  })
})
