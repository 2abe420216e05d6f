import { ForecastQuestion } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import type { AppError } from '../errors.ts'
import { fillQuestion } from './fill-question.ts'
import { knownHost } from './known-host.fixture.ts'

const fill = (question: object, known = knownHost()) =>
  fillQuestion(ForecastQuestion.parse(question), known)

function refused(question: object, known = knownHost()): string | undefined {
  try {
    fill(question, known)
    return undefined
  } catch (error) {
    return (error as AppError).options.invalidParams?.[0]?.name
  }
}

const scheduling = knownHost().scheduling

describe('fillQuestion', () => {
  it('leaves everything as analysed when nothing is asked', () => {
    expect(fill({}, knownHost([{ capPercent: 50 }, {}]))).toEqual({
      domains: [
        { domain: 'vm1', weight: 256, cap: 50, loadFactor: 1 },
        { domain: 'vm2', weight: 256, cap: 0, loadFactor: 1 },
      ],
      domain0Weight: 256,
      tsliceMs: 30,
      ratelimitUs: 1000,
      loadFactor: 1,
      overheadPercent: 0,
    })
  })

  it('takes what is asked, and cap 0 for none', () => {
    const question = {
      domains: [{ domain: 'vm1', weight: 512, cap: 0, loadFactor: 2 }],
      domain0Weight: 1024,
      tsliceMs: 5,
      ratelimitUs: 0,
      loadFactor: 1.5,
      overheadPercent: 3.75,
    }
    const filled = fill(question, knownHost([{ capPercent: 50 }, {}]))
    expect(filled).toMatchObject({ ...question, domains: [question.domains[0], { weight: 256 }] })
  })

  it('takes Xen’s own constants where nobody read the host’s', () => {
    const unread = { ...scheduling, tsliceMs: null, ratelimitUs: null }
    expect(fill({}, knownHost(undefined, { scheduling: unread }))).toMatchObject({
      tsliceMs: 30,
      ratelimitUs: 1000,
    })
  })

  it('refuses what was not analysed, is named twice, or Xen would refuse', () => {
    expect(refused({ domains: [{ domain: 'vm1' }, { domain: 'x' }] })).toBe('body.domains.1.domain')
    expect(refused({ domains: [{ domain: 'vm1' }, { domain: 'vm1' }] })).toBe(
      'body.domains.1.domain',
    )
    expect(refused({ domains: [{ domain: 'vm2', cap: 101 }] })).toBe('body.domains.0.cap')
    expect(refused({ domains: [{ domain: 'vm2', cap: 100 }] })).toBeUndefined()
    expect(refused({ ratelimitUs: 30_001 })).toBe('body.ratelimitUs')
    expect(refused({ tsliceMs: 1, ratelimitUs: 1000 })).toBeUndefined()
    const slow = knownHost(undefined, { scheduling: { ...scheduling, ratelimitUs: 5000 } })
    expect(refused({ tsliceMs: 4 }, slow)).toBe('body.tsliceMs')
  })

  it('knows no time slice of credit2', () => {
    const credit2 = { ...scheduling, scheduler: 'credit2' as const, tsliceMs: null }
    const known = knownHost(undefined, { scheduling: credit2 })
    expect(fill({ ratelimitUs: 50_000 }, known).tsliceMs).toBeNull()
    expect(refused({ tsliceMs: 10 }, known)).toBe('body.tsliceMs')
  })
})
