import { formatTenths, formatWholePercent } from '@steelyard/contract/format'
import {
  type AdviceReason,
  type AdviceState,
  advicePolicy,
  type OwnReport,
  type ThreadLimits,
} from '@steelyard/model'

/** What was seen of the CPUs, and what the load balancer says of itself. */
interface Reading {
  pCpus: number
  idlePCpus: number
  ownPCpus: number
  report?: OwnReport | null
}

interface Advice {
  state: AdviceState
  reason: AdviceReason
  limits: ThreadLimits
}

const NO_SAMPLES = 'the agent samples no hosts: STEELYARD_SAMPLE_SECONDS is 0'

/**
 * What went wrong names addresses, keys and command lines. `trouble` shows it to callers that may
 * read hosts, but never to a load balancer.
 */
const NOT_SAMPLED = 'the host could not be sampled; Steelyard’s load-balancer page says why'

const threadsOf = (count: number) => (count === 1 ? 'one thread' : `${count} threads`)

/** From what the load balancer says, or else from what the host sees, I/O is concentrated. */
function concentratedWords({ report, ownPCpus }: Reading): string {
  return report
    ? `the load balancer reports that its threads are busy ${formatWholePercent(report.busyShare)} of the time`
    : `concentrated I/O is inferred from the ${formatTenths(ownPCpus)} pCPUs that the load balancer uses, because it reports nothing`
}

function notConcentratedWords({ report, ownPCpus }: Reading): string {
  return report
    ? `there are idle pCPUs, but the load balancer reports that its threads are busy only ${formatWholePercent(report.busyShare)} of the time`
    : `there are idle pCPUs, but the load balancer uses only ${formatTenths(ownPCpus)} of one itself, so it seems to do little I/O (it reports nothing)`
}

function serversShortWords({ report }: Reading): string {
  const { busyShare, queuedRequests } = report!
  const wait = queuedRequests === 1 ? 'one request waits' : `${queuedRequests} requests wait`
  return `${wait} for the web servers, although the load balancer’s threads have time left (busy ${formatWholePercent(busyShare)} of the time, as it reports): the web servers are short, and more threads would only take CPU from them`
}

const CURRENT: Record<AdviceReason, (reading: Reading, advice: Advice) => string> = {
  raised: (reading, { state }) =>
    `enough readings in a row had idle pCPUs for ${threadsOf(state.threads)}, and ${concentratedWords(reading)}`,
  lowered: (_, { state }) =>
    `other guests want the pCPUs now; ${threadsOf(state.threads)} can stay`,
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

function limitWords({ vCpus, kneeProcesses }: Advice['limits']): string {
  return kneeProcesses !== null && kneeProcesses < vCpus
    ? `more than ${threadsOf(kneeProcesses)} add little, by the measured throughputs`
    : `the load balancer has ${vCpus === 1 ? 'one vCPU' : `${vCpus} vCPUs`}`
}

/** Explains the advice, for the log of a load balancer and for the page. */
export function adviceWords(reading: Reading, advice: Advice): string {
  return CURRENT[advice.reason](reading, advice)
}

/** Why nothing is advised yet. */
export function waitingWords(isSampling: boolean, hasProblem: boolean): string {
  if (!isSampling) return NO_SAMPLES
  return hasProblem
    ? NOT_SAMPLED
    : 'the host has not been sampled yet; the agent samples it on request'
}

/** Why the last reading does not count any more. */
export function staleWords(ageSeconds: number, isSampling: boolean, hasProblem: boolean): string {
  const why = !isSampling
    ? NO_SAMPLES
    : hasProblem
      ? NOT_SAMPLED
      : 'it was not requested, or a plan is being applied'
  return `the last reading is ${Math.round(ageSeconds)} s old, which is too old (${why})`
}
