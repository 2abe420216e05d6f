import type { LoadBalancerAdvice } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { adviceSentence, asSentence } from './advice-words.ts'

const balancer = { domain: 'lb1', hostName: 'xen1' }
const advice: LoadBalancerAdvice = {
  state: 'current',
  idlePCpus: 2.04,
  pCpus: 4,
  runnableVCpus: 3,
  ownPCpus: 0.9,
  sampledAt: '2026-11-21T10:00:00Z',
  ageSeconds: 4,
  report: null,
  advisedThreads: 3,
  reason: '',
  nextPollSeconds: 10,
}
const nothing = { idlePCpus: null, pCpus: null, advisedThreads: null }

describe('adviceSentence', () => {
  it.each<[Partial<LoadBalancerAdvice>, string]>([
    [{}, 'lb1 should run 3 threads: 2.0 of 4 pCPUs idle on xen1.'],
    [{ advisedThreads: 1, pCpus: 1 }, 'lb1 should run 1 thread: 2.0 of 1 pCPU idle on xen1.'],
    [{ state: 'waiting', ...nothing }, 'No reading of xen1 yet: lb1 keeps the threads it has.'],
    [
      { state: 'stale', advisedThreads: null },
      'The last reading of xen1 is too old: lb1 keeps the threads it has.',
    ],
  ])('%o', (more, sentence) => {
    expect(adviceSentence(balancer, { ...advice, ...more })).toBe(sentence)
  })
})

describe('asSentence', () => {
  it('begins with a capital and ends with one full stop', () => {
    expect(asSentence('the load balancer has 2 vCPUs')).toBe('The load balancer has 2 vCPUs.')
    expect(asSentence('The host is gone.')).toBe('The host is gone.')
  })
})
