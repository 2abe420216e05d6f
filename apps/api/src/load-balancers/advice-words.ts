import { formatTenths, formatWholePercent } from '@steelyard/contract/format'
import { type AdviceReason, advicePolicy } from '@steelyard/model'
import type { Config } from '../config.ts'
import type { LoadBalancerRow, StoredAdvice, StoredReading } from './load-balancer-row.ts'

const NO_SAMPLES = 'the agent samples no hosts: STEELYARD_SAMPLE_SECONDS is 0'

/**
 * What went wrong names addresses, keys and command lines. `trouble` shows it to callers that may
 * read hosts, but never to a load balancer.
 */
const NOT_SAMPLED = 'the host could not be sampled; Steelyard’s load-balancer page says why'

const threadsOf = (count: number) => (count === 1 ? 'one thread' : `${count} threads`)

/** From what the load balancer says, or else from what the host sees, I/O is concentrated. */
function concentratedWords({ report, ownPCpus }: StoredReading): string {
  return report
    ? `the load balancer reports that its threads are busy ${formatWholePercent(report.busyShare)} of the time`
    : `concentrated I/O is inferred from the ${formatTenths(ownPCpus)} pCPUs that the load balancer uses, because it reports nothing`
}

function notConcentratedWords({ report, ownPCpus }: StoredReading): string {
  return report
    ? `there are idle pCPUs, but the load balancer reports that its threads are busy only ${formatWholePercent(report.busyShare)} of the time`
    : `there are idle pCPUs, but the load balancer uses only ${formatTenths(ownPCpus)} of one itself, from which little I/O is inferred, because it reports nothing`
}

function serversShortWords({ report }: StoredReading): string {
  const { busyShare, queuedRequests } = report!
  const wait = queuedRequests === 1 ? 'one request waits' : `${queuedRequests} requests wait`
  return `${wait} for the web servers, although the load balancer’s threads have time left (busy ${formatWholePercent(busyShare)} of the time, as it reports): the web servers are short, and more threads would only take CPU from them`
}

/** Explains the advice, for the log of a load balancer and for the page. */
const current: Record<AdviceReason, (reading: StoredReading, advice: StoredAdvice) => string> = {
  raised: (reading, { state }) =>
    `enough readings in a row had idle pCPUs for ${threadsOf(state.threads)}, and ${concentratedWords(reading)}`,
  lowered: (_, { state }) =>
    `other domains want the pCPUs now; ${threadsOf(state.threads)} can stay`,
  limited: (_, { limits }) => limitWords(limits),
  rising: (reading, { state: { threads, above } }) =>
    `idle pCPUs would suffice for ${threadsOf(above.threads)}, and ${concentratedWords(reading)}; ${threadsOf(threads)} until ${advicePolicy.raiseAfter} readings in a row confirm it (${above.readings} so far)`,
  falling: (_, { state: { threads, below } }) =>
    `there is room for ${threadsOf(below.threads)} only; ${threadsOf(threads)} until ${advicePolicy.lowerAfter} readings in a row confirm it (${below.readings} so far)`,
  'no-concentrated-io': notConcentratedWords,
  'servers-short': serversShortWords,
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
    if (sampleSeconds === 0) return NO_SAMPLES
    return problem
      ? NOT_SAMPLED
      : 'the host has not been sampled yet; the agent samples it on request'
  },

  stale: ({ sampledAt, problem }: LoadBalancerRow, now: Date, config: Config) => {
    const age = Math.round((now.getTime() - sampledAt!.getTime()) / 1000)
    const why =
      config.sampleSeconds === 0
        ? NO_SAMPLES
        : problem
          ? NOT_SAMPLED
          : 'it was not requested, or a plan is being applied'
    return `the last reading is ${age} s old, too old to use (${why})`
  },
}
