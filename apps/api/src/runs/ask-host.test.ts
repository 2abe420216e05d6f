import { exampleLoad } from '@steelyard/analysis'
import { ForecastQuestion } from '@steelyard/contract'
import { expect, it } from 'vitest'
import type { AppError } from '../errors.ts'
import { askHostBy, presentQuestion } from './ask-host.ts'

const known = exampleLoad()
const ask = (question: object, host = known) => askHostBy(host, ForecastQuestion.parse(question))

function refused(question: object, host = known): string | undefined {
  try {
    ask(question, host)
    return undefined
  } catch (error) {
    return (error as AppError).options.invalidParams?.[0]?.name
  }
}

it('returns a question as it was asked, with the rest as analysed', () => {
  const question = {
    domains: [{ domain: 'vm1', weight: 512, cap: 50, loadFactor: 2 }],
    domain0Weight: 1024,
    tsliceMs: 29,
    ratelimitUs: 700,
    loadFactor: 1.5,
    overheadPercent: 3.75,
  }
  expect(presentQuestion(ask(question))).toEqual({
    ...question,
    domains: [...question.domains, { domain: 'vm2', weight: 256, cap: 0, loadFactor: 1 }],
  })
  const credit2 = { ...known.scheduling, scheduler: 'credit2' as const, tsliceMs: null }
  const host = exampleLoad(undefined, { scheduling: credit2 })
  expect(presentQuestion(ask({}, host))).toMatchObject({ tsliceMs: null, ratelimitUs: 1000 })
})

it('names the part of a request that is refused', () => {
  expect(refused({ domains: [{ domain: 'vm1' }, { domain: 'x' }] })).toBe('body.domains.1.domain')
  expect(refused({ domains: [{ domain: 'vm1' }, { domain: 'vm1' }] })).toBe('body.domains.1.domain')
  expect(refused({ domains: [{ domain: 'vm2', cap: 101 }] })).toBe('body.domains.0.cap')
  expect(refused({ domains: [{ domain: 'vm2', cap: 100 }] })).toBeUndefined()
  expect(refused({ ratelimitUs: 30_001 })).toBe('body.ratelimitUs')
  const slow = { ...known.scheduling, ratelimitUs: 5000 }
  expect(refused({ tsliceMs: 4 }, exampleLoad(undefined, { scheduling: slow }))).toBe(
    'body.tsliceMs',
  )
  const credit2 = { ...known.scheduling, scheduler: 'credit2' as const, tsliceMs: null }
  expect(refused({ tsliceMs: 10 }, exampleLoad(undefined, { scheduling: credit2 }))).toBe(
    'body.tsliceMs',
  )
})
