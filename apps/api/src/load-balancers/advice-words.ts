import { formatTenths } from '@steelyard/contract/format'
import { type AdviceReason, advicePolicy } from '@steelyard/model'
import type { Config } from '../config.ts'
import type { LoadBalancerRow, StoredAdvice, StoredReading } from './load-balancer-row.ts'

/**
 * What went wrong names addresses, keys and command lines. `trouble` shows it to callers that may
 * read hosts, but never to a load balancer.
 */
const NOT_SAMPLED = 'the host could not be sampled; Steelyard’s load-balancer page says why'

const threadsOf = (count: number) => (count === 1 ? 'one thread' : `${count} threads`)

/** Explains the advice, for the log of a load balancer and for the page. */
const current: Record<AdviceReason, (reading: StoredReading, advice: StoredAdvice) => string> = {
  raised: (_, { state }) =>
    `enough readings in a row had idle pCPUs for ${threadsOf(state.threads)}`,
  lowered: (_, { state }) =>
    `other domains want the pCPUs now; ${threadsOf(state.threads)} can stay`,
  limited: (_, { limits }) => limitWords(limits),
  rising: (_, { state: { threads, above } }) =>
    `idle pCPUs would suffice for ${threadsOf(above.threads)}; ${threadsOf(threads)} until ${advicePolicy.raiseAfter} readings in a row confirm it (${above.readings} so far)`,
  falling: (_, { state: { threads, below } }) =>
    `there is room for ${threadsOf(below.threads)} only; ${threadsOf(threads)} until ${advicePolicy.lowerAfter} readings in a row confirm it (${below.readings} so far)`,
  'no-concentrated-io': ({ ownPCpus }) =>
    `there are idle pCPUs, but the load balancer uses only ${formatTenths(ownPCpus)} of one itself`,
  'no-idle-pcpu': ({ idlePCpus, pCpus }) =>
    `${formatTenths(idlePCpus)} of ${pCpus === 1 ? '1 pCPU' : `${pCpus} pCPUs`} idle: none beyond the one for the first thread`,
  'at-limit': (_, { limits }) => limitWords(limits),
  steady: ({ idlePCpus, ownPCpus }) =>
    `${formatTenths(idlePCpus)} pCPUs idle in addition to the ${formatTenths(ownPCpus)} that the load balancer uses`,
}

function limitWords({ vCpus, kneeProcesses }: StoredAdvice['limits']): string {
  return kneeProcesses !== null && kneeProcesses < vCpus
    ? `more than ${threadsOf(kneeProcesses)} add little, by the measured throughputs`
    : `the load balancer has ${vCpus === 1 ? 'one vCPU' : `${vCpus} vCPUs`}`
}

export const adviceWords = {
  current: (reading: StoredReading, advice: StoredAdvice) =>
    current[advice.reason](reading, advice),

  waiting: ({ problem }: LoadBalancerRow, { sampleSeconds }: Config) => {
    if (sampleSeconds === 0) return 'the agent samples no hosts: STEELYARD_SAMPLE_SECONDS is 0'
    return problem
      ? NOT_SAMPLED
      : 'the host has not been sampled yet; the agent samples it on request'
  },

  stale: ({ sampledAt, problem }: LoadBalancerRow, now: Date, config: Config) => {
    const age = Math.round((now.getTime() - sampledAt!.getTime()) / 1000)
    const why =
      config.sampleSeconds === 0
        ? 'the agent samples no hosts: STEELYARD_SAMPLE_SECONDS is 0'
        : problem
          ? NOT_SAMPLED
          : 'it was not requested, or a plan is being applied'
    return `the last reading is ${age} s old, too old to use (${why})`
  },
}
