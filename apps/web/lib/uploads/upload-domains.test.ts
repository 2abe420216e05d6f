import { describe, expect, it } from 'vitest'
import { anUpload, aSource } from '../testing/fixtures.ts'
import { byDomainName, domainsOf, guestsOf, isNameOpen } from './upload-domains.ts'

const found = (name: string, domain: string | null) => ({ found: name, domain, origin: null })
const upload = anUpload({
  sources: [
    aSource({ domains: [found('a', 'vm10')] }),
    aSource({ domains: [found('idle', 'idle'), found('b', 'vm2'), found('c', 'Domain-0')] }),
    aSource({ included: false, domains: [found('d', 'left out')] }),
    aSource({ domains: [found('e', null)] }),
  ],
  openQuestions: [
    { sourceId: 's', questionId: 'domain', text: 'Which domain is dom10? Name it.' },
    { sourceId: 's', questionId: 'start-time', text: 'When did dom3 begin?' },
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
  it('is open only while its own source asks about exactly this name', () => {
    expect(isNameOpen(upload, 's', 'dom10')).toBe(true)
    expect(isNameOpen(upload, 's', 'dom1')).toBe(false)
    expect(isNameOpen(upload, 's', 'dom3')).toBe(false)
    expect(isNameOpen(upload, 'other', 'dom10')).toBe(false)
  })
})
