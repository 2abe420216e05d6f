import type { AnalysedHost, ForetoldDomain } from '@steelyard/analysis'
import type { Outcome, OutcomeDomain } from '@steelyard/contract'
import { judgeOutcome } from '@steelyard/loop'
import { words } from '@steelyard/words'
import { presentPrediction } from '../../analyses/present/present-prediction.ts'
import { isoOf } from '../../iso-of.ts'
import { toMs } from '../../milliseconds.ts'
import type { PlanWish } from '../../plans/plan-content.ts'
import type { WhatCame } from './what-came.ts'

interface Compared {
  host: AnalysedHost
  /** As foretold when it was recommended. */
  predicted: PlanWish['predicted']
  /** For the load that came. */
  foretold: readonly ForetoldDomain[]
  came: WhatCame
  judgedAt: Date
}

const FIELDS = { p95: 'p95Seconds', mean: 'meanSeconds', p99: 'p99Seconds' } as const

/** How a change came out, domain by domain and as a whole. */
export function outcomeOf(compared: Compared): Outcome {
  const { foretold, came, host, judgedAt } = compared
  const { state, domains: deciding } = judgeOutcome(
    foretold.map(({ domain, underThisLoad, leftAlone }) => ({
      ...measuredOf(compared, domain),
      domain,
      targetSeconds: targetOf(host, domain),
      underThisLoad,
      leftAlone,
    })),
  )
  const domains = foretold.map((each) => presentDomain(compared, each))
  return {
    state,
    judgedAt: judgedAt.toISOString(),
    from: isoOf(came.range.fromEpochSeconds),
    to: isoOf(came.range.toEpochSeconds),
    domains,
    worst: null,
    statement: words.loop.outcome(state, domains, deciding),
  }
}

function presentDomain(
  compared: Compared,
  { domain, loadRatio, underThisLoad, leftAlone }: ForetoldDomain,
): OutcomeDomain {
  const { host, predicted } = compared
  const { measuredSeconds } = measuredOf(compared, domain)
  const before = host.known.measured.find((each) => each.domain === domain)
  return {
    domain,
    targetMs: toMs(targetOf(host, domain)),
    beforeMs: toMs(before?.[FIELDS[host.basis.statistic]]),
    foretold: predicted.find((each) => each.domain === domain)?.after ?? null,
    underThisLoad: presentPrediction(underThisLoad),
    leftAlone: presentPrediction(leftAlone),
    measuredMs: toMs(measuredSeconds),
    loadRatio,
    errorRatio:
      measuredSeconds === null || underThisLoad === null
        ? null
        : measuredSeconds / underThisLoad.seconds,
  }
}

function measuredOf({ host, came }: Compared, domain: string) {
  const duration = came.observed.get(domain)?.requests?.duration ?? null
  return {
    measuredSeconds: duration?.[FIELDS[host.basis.statistic]] ?? null,
    requests: duration?.count ?? 0,
  }
}

function targetOf({ domains }: AnalysedHost, domain: string): number | null {
  return domains.find(({ name }) => name === domain)?.targetSeconds ?? null
}
