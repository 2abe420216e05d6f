import type { LoadBalancerAdvice } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { Config } from '../config.ts'
import { isStaleSample } from '../is-stale-sample.ts'
import { secondsOf } from '../milliseconds.ts'
import { freshReport } from './fresh-report.ts'
import type { LoadBalancerRow } from './load-balancer-row.ts'

/** How often a load balancer should ask while the agent's sampling is switched off. */
const POLL_WHEN_OFF_SECONDS = 60

/** The current advice for a load balancer. Without a usable reading it is to keep its threads. */
export function adviceOf(row: LoadBalancerRow, now: Date, config: Config): LoadBalancerAdvice {
  const { reading, advice, sampledAt } = row
  const nextPollSeconds = config.sampleSeconds || POLL_WHEN_OFF_SECONDS
  const report = presentReport(row, now)
  const isSampling = config.sampleSeconds > 0
  const hasProblem = row.problem !== null
  if (!reading || !advice || !sampledAt) {
    const reason = words.loadBalancers.waiting(isSampling, hasProblem)
    return { ...nothingRead, state: 'waiting', report, reason, nextPollSeconds }
  }
  const ageSeconds = secondsOf(now.getTime() - sampledAt.getTime())
  const stale = isStaleSample(sampledAt, now, config)
  return {
    state: stale ? 'stale' : 'current',
    idlePCpus: rounded(reading.idlePCpus),
    pCpus: reading.pCpus,
    runnableVCpus: reading.runnableVCpus,
    ownPCpus: rounded(reading.ownPCpus),
    sampledAt: sampledAt.toISOString(),
    ageSeconds: Math.max(0, Math.round(ageSeconds)),
    report,
    advisedThreads: stale ? null : advice.state.threads,
    reason: stale
      ? words.loadBalancers.stale(ageSeconds, isSampling, hasProblem)
      : words.loadBalancers.advice(reading, advice),
    nextPollSeconds,
  }
}

function presentReport(row: LoadBalancerRow, now: Date): LoadBalancerAdvice['report'] {
  const report = freshReport(row, now)
  return report && { ...report, reportedAt: report.reportedAt.toISOString() }
}

const nothingRead = {
  idlePCpus: null,
  pCpus: null,
  runnableVCpus: null,
  ownPCpus: null,
  sampledAt: null,
  ageSeconds: null,
  advisedThreads: null,
}

const rounded = (pCpus: number) => Math.round(pCpus * 100) / 100
