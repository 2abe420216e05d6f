import type { Domain, Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, anUpload, aSource } from '../../lib/testing/fixtures.ts'
import { needsNoAnswers, nextStepOf, requestWithDefaults } from './next-step.ts'

const promised = { responseTimeMs: 80, throughputPerSecond: null, isSoft: false }
const nothing = { responseTimeMs: null, throughputPerSecond: null, isSoft: false }

const hostOf = (target: Domain['target'] = promised) =>
  aHost({ id: 'h', domains: [aDomain('vm1', { target })] })

const trace = aSource({ kind: 'xentop', observes: 'cpu' })
const log = aSource()

function uploadOf(change: Partial<Upload> = {}): Upload {
  return anUpload({ id: 'u', sources: [trace, log], ...change })
}

const ask = (questionId: string) => ({
  openQuestions: [{ sourceId: 's', questionId, text: 'vm1?' }],
})

describe('analysing a recording', () => {
  it('needs no answers when names, logs and targets are known', async () => {
    expect(needsNoAnswers(uploadOf(), hostOf())).toBe(true)
    expect(await requestWithDefaults(uploadOf(), hostOf())).toMatchObject({
      hostId: 'h',
      uploadIds: ['u'],
      targets: [{ domain: 'vm1', ...promised }],
    })
  })

  it('asks for what is unknown', () => {
    expect(needsNoAnswers(uploadOf(), hostOf(nothing))).toBe(false)
    expect(needsNoAnswers(uploadOf({ sources: [trace] }), hostOf())).toBe(false)
    expect(needsNoAnswers(uploadOf(ask('domain')), hostOf())).toBe(false)
    const left = [trace, { ...log, included: false }]
    expect(needsNoAnswers(uploadOf({ sources: left }), hostOf())).toBe(false)
  })

  it('states how many questions there are', () => {
    const words = (change: Partial<Upload>) => nextStepOf(uploadOf(change), hostOf()).words
    expect(words(ask('domain'))).toBe('Answer 1 question')
    expect(words({})).toBe('Targets and options')
  })

  it('leads to the recording with its host', () => {
    expect(nextStepOf(uploadOf(), hostOf()).href).toBe('/recordings/new?upload=u&host=h')
  })
})
