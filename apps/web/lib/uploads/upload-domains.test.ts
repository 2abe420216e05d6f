import type { Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { byDomainName, domainsOf, guestsOf, isNameOpen } from './upload-domains.ts'

const upload = {
  sources: [
    { included: true, domains: [{ found: 'a', domain: 'vm10' }] },
    {
      included: true,
      domains: [
        { found: 'idle', domain: 'idle' },
        { found: 'b', domain: 'vm2' },
        { found: 'c', domain: 'Domain-0' },
      ],
    },
    { included: false, domains: [{ found: 'd', domain: 'left out' }] },
    { included: true, domains: [{ found: 'e', domain: null }] },
  ],
  openQuestions: [
    { sourceId: 's', questionId: 'domain', text: 'Which domain is dom10? Name it.' },
    { sourceId: 's', questionId: 'start-time', text: 'When did dom3 begin?' },
  ],
} as unknown as Upload

describe('the domains of an upload', () => {
  it('come from included sources, in natural order, Domain-0 last; idle time is none', () => {
    expect(domainsOf(upload)).toEqual(['vm2', 'vm10', 'Domain-0'])
    expect(['b', 'Domain-0', 'a'].sort(byDomainName)).toEqual(['a', 'b', 'Domain-0'])
  })

  it('are guests without Domain-0', () => {
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
