import { type FilledQuestion, ForecastQuestion } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { isSameQuestion, questionOf, withDomainLever, withHostLever } from './question.ts'
import { questionInWords } from './question-words.ts'

const now: FilledQuestion = {
  domains: [
    { domain: 'vm1', weight: 256, cap: 0, loadFactor: 1 },
    { domain: 'vm2', weight: 384, cap: 50, loadFactor: 1 },
  ],
  domain0Weight: 256,
  tsliceMs: 30,
  ratelimitUs: 1000,
  loadFactor: 1,
  overheadPercent: 0,
}

describe('a question', () => {
  it('asks for nothing where it changes nothing', () => {
    expect(questionOf(now, now)).toEqual({ domains: [], loadFactor: 1, overheadPercent: 0 })
    expect(isSameQuestion(now, structuredClone(now))).toBe(true)
    expect(questionInWords(now, now)).toEqual([])
  })

  it('names only the changed levers, in a form that the API accepts', () => {
    let wanted = withDomainLever(now, 'vm2', 'cap', 0)
    wanted = withDomainLever(wanted, 'vm1', 'loadFactor', 1.5)
    wanted = withHostLever(wanted, 'domain0Weight', 512)
    expect(questionOf(wanted, now)).toEqual({
      domains: [
        { domain: 'vm1', loadFactor: 1.5 },
        { domain: 'vm2', cap: 0 },
      ],
      loadFactor: 1,
      overheadPercent: 0,
      domain0Weight: 512,
    })
    expect(ForecastQuestion.safeParse(questionOf(wanted, now)).success).toBe(true)
    expect(isSameQuestion(wanted, now)).toBe(false)
    expect(questionInWords(wanted, now)).toEqual([
      'vm1 load ×1.00 → ×1.50',
      'vm2 cap 50 % → none',
      'Domain-0 weight 256 → 512',
    ])
  })

  it('lowers the ratelimit together with a shorter time slice', () => {
    const wanted = withHostLever({ ...now, ratelimitUs: 5000 }, 'tsliceMs', 2)
    expect(wanted).toMatchObject({ tsliceMs: 2, ratelimitUs: 2000 })
    expect(questionInWords(wanted, now)).toEqual([
      'time slice 30 ms → 2 ms',
      'ratelimit 1,000 µs → 2,000 µs',
    ])
  })

  it('does not ask about a time slice where the scheduler has none', () => {
    const credit2 = { ...now, tsliceMs: null }
    expect(questionOf(withHostLever(credit2, 'ratelimitUs', 0), credit2)).toEqual({
      domains: [],
      loadFactor: 1,
      overheadPercent: 0,
      ratelimitUs: 0,
    })
  })
})
