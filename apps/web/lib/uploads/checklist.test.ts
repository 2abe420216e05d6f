import type { Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { anUpload, aSource, noHostFacts } from '../testing/fixtures.ts'
import { checklistOf } from './checklist.ts'

const named = (domain: string) => [{ found: domain, domain, origin: null }]
const trace = aSource({
  kind: 'xenmon',
  noun: { one: 'xenmon trace', many: 'xenmon traces' },
  observes: 'cpu',
  domains: ['vm1', 'vm2', 'Domain-0', 'idle'].flatMap(named),
})
const log = (domain: string) => aSource({ path: `${domain}.log`, domains: named(domain) })
const checks = (more: Partial<Upload>) =>
  checklistOf(anUpload(more)).map(({ label, state, detail }) => `${label}: ${state}, ${detail}`)

describe('the checklist', () => {
  it('is done where the files say everything', () => {
    const hostFacts: Upload['hostFacts'] = {
      ...noHostFacts,
      scheduler: { value: 'credit', origin: { kind: 'xl-output', path: 'xl.txt' } },
      tsliceMs: { value: 30, origin: { kind: 'xl-output', path: 'xl.txt' } },
      domains: [
        {
          domain: 'vm1',
          xenId: null,
          weight: { value: 256, origin: { kind: 'xl-output', path: 'xl.txt' } },
          cap: null,
          vCpus: null,
        },
      ],
    }
    expect(checks({ sources: [trace, log('vm1'), log('vm2')], hostFacts })).toEqual([
      'CPU trace: done, 1 xenmon trace',
      'Logs 2/2: done, 2 access logs',
      'Clock: done, every file says when it began',
      'Settings of the host: done, credit, time slice 30 ms, weights of 1 guest',
    ])
  })

  it('names the domains without a log, and what is missing', () => {
    expect(checks({ sources: [trace, log('vm1')] }).slice(1)).toEqual([
      'Logs 1/2: missing, none of vm2',
      'Clock: done, every file says when it began',
      'Settings of the host: missing, weights not known: 256 assumed',
    ])
    expect(checks({ sources: [{ ...log('vm1'), included: false }] }).slice(0, 2)).toEqual([
      'CPU trace: missing, none in these files',
      'Logs: missing, none in these files',
    ])
  })

  it('shows what is asked', () => {
    const ask = (questionId: string) => [{ sourceId: trace.id, questionId, text: '' }]
    const sources = [trace, log('vm1'), log('vm2')]
    expect(checks({ sources, openQuestions: ask('start-time') })[2]).toBe(
      'Clock: open, needs an answer',
    )
    expect(checks({ sources, openQuestions: ask('duration-unit') })[1]).toBe(
      'Logs 2/2: open, needs an answer',
    )
  })
})
