import type { Host, Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { nextStepOf, requestWithoutQuestions } from './next-step.ts'

const promised = { responseTimeMs: 80, throughputPerSecond: null }
const nothing = { responseTimeMs: null, throughputPerSecond: null }

const hostOf = (target: object = promised) =>
  ({ id: 'h', domains: [{ name: 'vm1', target }] }) as Host

const trace = { kind: 'xentop', included: true, domains: [{ found: 'vm1', domain: 'vm1' }] }
const log = { ...trace, kind: 'access-log' }

function uploadOf(change: object = {}): Upload {
  const known = { id: 'u', state: 'ready', openQuestions: [], sources: [trace, log] }
  return { ...known, ...change } as unknown as Upload
}

const ask = (questionId: string) => ({
  openQuestions: [{ sourceId: 's', questionId, text: 'vm1?' }],
})

describe('analysing a recording', () => {
  it('needs no question when names, logs and targets are known', () => {
    expect(requestWithoutQuestions(uploadOf(), hostOf())).toMatchObject({
      hostId: 'h',
      uploadIds: ['u'],
      targets: [{ domain: 'vm1', ...promised }],
    })
  })

  it('asks for what is not known', () => {
    expect(requestWithoutQuestions(uploadOf(), hostOf(nothing))).toBeNull()
    expect(requestWithoutQuestions(uploadOf({ sources: [trace] }), hostOf())).toBeNull()
    expect(requestWithoutQuestions(uploadOf(ask('domain')), hostOf())).toBeNull()
    const left = [trace, { ...log, included: false }]
    expect(requestWithoutQuestions(uploadOf({ sources: left }), hostOf())).toBeNull()
  })

  it('says how much there is to answer', () => {
    const words = (change: object) => nextStepOf(uploadOf(change), hostOf()).words
    expect(words(ask('domain'))).toBe('Answer 1 question')
    expect(words({})).toBe('Targets and options')
  })

  it('leads to the step that wants something', () => {
    const step = (change: object) => nextStepOf(uploadOf(change), hostOf()).href
    expect(step({})).toBe('/uploads/new?upload=u&host=h&step=targets')
    expect(step(ask('domain'))).toContain('step=domains')
    expect(step(ask('started-at'))).toContain('step=recognised')
  })
})
