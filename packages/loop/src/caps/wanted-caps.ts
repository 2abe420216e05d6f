import { divideRest, percentLeft, type RealTimeDomain } from '@steelyard/model'

/** A domain without deadlines, and between which caps the monitor may choose for it. */
export interface CappedDomain {
  name: string
  /** 1..65535. */
  weight: number
  vCpus: number
  /** Percent of one pCPU, at least 1. */
  leastCapPercent: number
  /** Null: as much as its vCPUs can use. */
  highestCapPercent: number | null
}

/** What was declared about the domains of a host. */
export interface CapsRule {
  pCpus: number
  realTime: readonly RealTimeDomain[]
  others: readonly CappedDomain[]
  share: 'equal' | 'weight'
}

/** Caps in percent of one pCPU, as Xen has them: 0 means no cap. */
export type CapsByDomain = Readonly<Record<string, number>>

export interface CapsQuestion {
  rule: CapsRule
  /** The real-time domains that are active. */
  active: readonly string[]
  /** The domains that run; nobody else is given a part. */
  running: readonly string[]
  inForce: CapsByDomain
  /** The caps that were in force before the monitor took any. Null: it holds none. */
  before: CapsByDomain | null
}

export interface CapChange {
  domain: string
  from: number
  to: number
}

export interface WantedCaps {
  wanted: CapsByDomain
  changes: CapChange[]
  /** Domains whose least cap is more than what the active real-time domains leave to them. */
  beyond: { domain: string; leftPercent: number; capPercent: number }[]
}

/** To give a domain less than this more, in percent of one pCPU, is not worth a change. Ours. */
const DEAD_BAND_PERCENT = 5

/**
 * The caps wanted now by RT-Credit's monitor, policy 2 (paper 3, section 2: the cap of the other
 * domains is changed dynamically, so that what they use and what the running real-time domains need
 * stays within each pCPU). The paper prints no formula and names no number: that the caps follow the
 * declared needs of the domains that are active, and go back to what they were once none is, is
 * inferred. No domain gets more than it had before, or more or less than its bounds.
 */
export function wantedCaps(question: CapsQuestion): WantedCaps {
  const { rule, active, running, inForce, before } = question
  const had = (name: string) => before?.[name] ?? inForce[name] ?? 0
  const governed = new Set([...rule.others.map(({ name }) => name), ...Object.keys(before ?? {})])
  const given = active.length === 0 ? [] : held(question, had)
  const wanted = Object.fromEntries(
    [...governed]
      .filter((name) => running.includes(name))
      .map((name) => [name, given.find(({ domain }) => domain === name)?.capPercent ?? had(name)]),
  )
  return {
    wanted,
    changes: changesTo(wanted, inForce, active.length > 0),
    beyond: given.filter(({ leftPercent, capPercent }) => leftPercent < capPercent),
  }
}

/** The caps of the others while real-time domains are active. */
function held({ rule, active, running }: CapsQuestion, had: (name: string) => number) {
  const others = rule.others
    .filter(({ name }) => running.includes(name))
    .map(({ name, weight, vCpus, ...bounds }) => {
      const mostPercent = Math.min(orEndless(bounds.highestCapPercent), orEndless(had(name)))
      const leastPercent = Math.min(bounds.leastCapPercent, mostPercent)
      return { name, weight, vCpus, leastPercent, mostPercent }
    })
  const realTime = rule.realTime.filter(({ name }) => active.includes(name))
  const parts = divideRest(
    { others, share: rule.share },
    percentLeft({ pCpus: rule.pCpus, realTime }),
  )
  return others.map(({ name: domain, leastPercent }, index) => {
    const leftPercent = parts[index]!.reduce((sum, { percent }) => sum + percent, 0)
    return { domain, leftPercent, capPercent: Math.max(leastPercent, leftPercent) }
  })
}

/** Takes at once, however little; gives less than the dead band only once it gives everything back. */
function changesTo(wanted: CapsByDomain, inForce: CapsByDomain, isHeld: boolean): CapChange[] {
  return Object.entries(wanted)
    .map(([domain, to]) => ({ domain, from: inForce[domain] ?? 0, to }))
    .filter(({ from, to }) => {
      const more = orEndless(to) - orEndless(from)
      return isHeld ? more < 0 || more >= DEAD_BAND_PERCENT : from !== to
    })
}

/** No cap is more than any. */
function orEndless(capPercent: number | null): number {
  return capPercent || Number.POSITIVE_INFINITY
}
