import type { LoadBalancer, LoadBalancerAdvice } from '@steelyard/contract'
import { formatCounted, formatTenths } from '@steelyard/contract/format'
import type { Tone } from '../ui/badge.tsx'

/** States the advice: how much CPU is idle, and what follows for the load balancer. */
export function adviceSentence(
  { domain, hostName }: Pick<LoadBalancer, 'domain' | 'hostName'>,
  { advisedThreads, idlePCpus, pCpus, state }: LoadBalancerAdvice,
): string {
  if (advisedThreads === null || idlePCpus === null || pCpus === null) {
    return state === 'waiting'
      ? `No reading of ${hostName} yet: ${domain} keeps the threads it has.`
      : `The last reading of ${hostName} is too old: ${domain} keeps the threads it has.`
  }
  const threads = formatCounted(advisedThreads, 'thread')
  return `${domain} should run ${threads}: ${formatTenths(idlePCpus)} of ${formatCounted(pCpus, 'pCPU')} idle on ${hostName}.`
}

export const stateLooks: Record<LoadBalancerAdvice['state'], { word: string; tone: Tone }> = {
  current: { word: 'current', tone: 'ok' },
  waiting: { word: 'no reading yet', tone: 'neutral' },
  stale: { word: 'stale', tone: 'warn' },
}

/** Turns a reason from the API into a full sentence. */
export function asSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`
}
