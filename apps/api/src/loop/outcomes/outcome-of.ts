import type { AnalysedHost, ForetoldDomain, Prediction } from '@steelyard/analysis'
import { judgeOutcome } from '@steelyard/loop'
import type { DomainOutcome, StoredOutcome } from '../../stored-outcome.ts'
import type { WhatCame } from './what-came.ts'

interface Compared {
  host: AnalysedHost
  /** As foretold when it was recommended. */
  predicted: ReadonlyMap<string, Prediction | null>
  /** For the load that came. */
  foretold: readonly ForetoldDomain[]
  came: WhatCame
}

/** How a change came out, domain by domain and as a whole. */
export function outcomeOf(compared: Compared): StoredOutcome {
  const { foretold, came, host } = compared
  const { state, domains: deciding } = judgeOutcome(
    foretold.map(({ domain, underThisLoad, leftAlone }) => ({
      ...measuredOf(compared, domain),
      domain,
      targetSeconds: targetOf(host, domain),
      underThisLoad,
      leftAlone,
    })),
  )
  return {
    version: 2,
    state,
    deciding,
    worst: null,
    fromEpochSeconds: came.range.fromEpochSeconds,
    toEpochSeconds: came.range.toEpochSeconds,
    domains: foretold.map((each) => domainOutcome(compared, each)),
  }
}

function domainOutcome(
  compared: Compared,
  { domain, loadRatio, underThisLoad, leftAlone }: ForetoldDomain,
): DomainOutcome {
  const { host, predicted } = compared
  const { measuredSeconds } = measuredOf(compared, domain)
  const before = host.known.measured.find((each) => each.domain === domain)
  return {
    domain,
    targetSeconds: targetOf(host, domain),
    beforeSeconds: before?.[`${host.basis.statistic}Seconds`] ?? null,
    foretold: predicted.get(domain) ?? null,
    underThisLoad,
    leftAlone,
    measuredSeconds,
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
    measuredSeconds: duration?.[`${host.basis.statistic}Seconds`] ?? null,
    requests: duration?.count ?? 0,
  }
}

function targetOf({ domains }: AnalysedHost, domain: string): number | null {
  return domains.find(({ name }) => name === domain)?.targetSeconds ?? null
}
