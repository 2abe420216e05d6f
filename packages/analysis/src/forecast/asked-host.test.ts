import { describe, expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import {
  askHost,
  isAsAnalysed,
  type QuestionError,
  type QuestionProblem,
  type WhatIf,
} from './asked-host.ts'

const ask = (question: WhatIf, known = exampleLoad()) => askHost(known, question)

function refused(question: WhatIf, known = exampleLoad()): QuestionProblem | undefined {
  try {
    ask(question, known)
    return undefined
  } catch (error) {
    return (error as QuestionError).problem
  }
}

const scheduling = exampleLoad().scheduling

describe('askHost', () => {
  it('leaves everything as analysed when nothing is asked', () => {
    expect(ask({}, exampleLoad([{ capPercent: 50 }, {}]))).toEqual({
      domains: [
        { name: 'vm1', weight: 256, capPercent: 50, loadFactor: 1 },
        { name: 'vm2', weight: 256, capPercent: 0, loadFactor: 1 },
      ],
      domain0Weight: 256,
      tsliceSeconds: 0.03,
      ratelimitSeconds: 0.001,
      loadFactor: 1,
      overheadPercent: 0,
    })
  })

  it('takes the asked values, with cap 0 for no cap', () => {
    const question = {
      domains: [{ name: 'vm1', weight: 512, capPercent: 0, loadFactor: 2 }],
      domain0Weight: 1024,
      tsliceSeconds: 0.005,
      ratelimitSeconds: 0,
      loadFactor: 1.5,
      overheadPercent: 3.75,
    }
    const filled = ask(question, exampleLoad([{ capPercent: 50 }, {}]))
    expect(filled).toMatchObject({ ...question, domains: [question.domains[0], { weight: 256 }] })
  })

  it('takes Xen’s defaults where the host’s constants were not read', () => {
    const unread = { ...scheduling, tsliceMs: null, ratelimitUs: null }
    expect(ask({}, exampleLoad(undefined, { scheduling: unread }))).toMatchObject({
      tsliceSeconds: 0.03,
      ratelimitSeconds: 0.001,
    })
  })

  it('refuses a domain that was not analysed or is named twice, and what Xen would refuse', () => {
    expect(refused({ domains: [{ name: 'vm1' }, { name: 'x' }] })).toEqual({
      code: 'domain-not-analysed',
      index: 1,
    })
    expect(refused({ domains: [{ name: 'vm1' }, { name: 'vm1' }] })).toEqual({
      code: 'domain-named-twice',
      index: 1,
    })
    expect(refused({ domains: [{ name: 'vm2', capPercent: 101 }] })).toEqual({
      code: 'cap-beyond-vcpus',
      index: 0,
      mostPercent: 100,
    })
    expect(refused({ domains: [{ name: 'vm2', capPercent: 100 }] })).toBeUndefined()
    const beyond = { code: 'ratelimit-beyond-time-slice' }
    expect(refused({ ratelimitSeconds: 0.030_001 })).toMatchObject({
      ...beyond,
      asked: 'ratelimit',
    })
    expect(refused({ tsliceSeconds: 0.001, ratelimitSeconds: 0.001 })).toBeUndefined()
    const slow = exampleLoad(undefined, { scheduling: { ...scheduling, ratelimitUs: 5000 } })
    expect(refused({ tsliceSeconds: 0.004 }, slow)).toMatchObject({
      ...beyond,
      asked: 'time-slice',
    })
  })

  it('has no time slice for credit2', () => {
    const credit2 = { ...scheduling, scheduler: 'credit2' as const, tsliceMs: null }
    const known = exampleLoad(undefined, { scheduling: credit2 })
    expect(ask({ ratelimitSeconds: 0.05 }, known).tsliceSeconds).toBeNull()
    expect(refused({ tsliceSeconds: 0.01 }, known)).toEqual({ code: 'no-time-slice' })
  })
})

describe('isAsAnalysed', () => {
  it('holds for the host as it is, however its keys are ordered, and for nothing else', () => {
    const known = exampleLoad()
    const asked = ask({})
    const reordered = Object.fromEntries(Object.entries(asked).reverse()) as typeof asked
    expect(isAsAnalysed(known, reordered)).toBe(true)
    expect(isAsAnalysed(known, ask({ loadFactor: 1.1 }))).toBe(false)
    expect(isAsAnalysed(known, ask({ domains: [{ name: 'vm2', weight: 255 }] }))).toBe(false)
  })
})
