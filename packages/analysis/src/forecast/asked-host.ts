import { isDeepStrictEqual } from 'node:util'
import { DOMAIN0_NAME, valueFor } from '@steelyard/model'
import type { AnalysisLoad } from '../load/analysis-load.ts'

/** Xen's defaults, for a host whose settings were not read. */
const DEFAULT_TSLICE_SECONDS = 0.03
const DEFAULT_RATELIMIT_SECONDS = 0.001

/** A what-if question. Whatever it omits stays as it was analysed. */
export interface WhatIf {
  domains?: readonly {
    name: string
    weight?: number | undefined
    /** Percent of one pCPU; 0 means no cap. */
    capPercent?: number | undefined
    /** Multiplies the domain's arrival rate on top of the factor for the whole load. */
    loadFactor?: number | undefined
  }[]
  domain0Weight?: number | undefined
  tsliceSeconds?: number | undefined
  ratelimitSeconds?: number | undefined
  /** Multiplies all arrival rates. Default 1. */
  loadFactor?: number
  /** Extra CPU time for the same work while all pCPUs are busy. Default 0. */
  overheadPercent?: number
}

/**
 * An analysed host with the question's changes applied, complete. Formulas and the twin answer for
 * the same host.
 */
export interface AskedHost {
  domains: { name: string; weight: number; capPercent: number; loadFactor: number }[]
  domain0Weight: number
  /** Null when the scheduler has no time slice. */
  tsliceSeconds: number | null
  ratelimitSeconds: number
  loadFactor: number
  overheadPercent: number
}

/**
 * @throws QuestionError for domains that were not analysed, and for values that Xen would reject
 */
export function askHost(known: AnalysisLoad, question: WhatIf): AskedHost {
  const { domains = [], loadFactor = 1, overheadPercent = 0 } = question
  checkDomains(known, domains)
  const { load, weights } = known
  const asked: AskedHost = {
    domains: load.domains.map(({ name, capPercent }) => {
      const wanted = domains.find((each) => each.name === name)
      return {
        name,
        weight: wanted?.weight ?? weights[name]!,
        capPercent: wanted?.capPercent ?? capPercent ?? 0,
        loadFactor: wanted?.loadFactor ?? 1,
      }
    }),
    domain0Weight: question.domain0Weight ?? weights[DOMAIN0_NAME]!,
    ...poolOf(known, question),
    loadFactor,
    overheadPercent,
  }
  checkPool(question, asked)
  return asked
}

/** The host without any change. */
export function asAnalysed(known: AnalysisLoad): AskedHost {
  return askHost(known, {})
}

/** Whether two questions ask for the same host. A stored one may have its keys in another order. */
export function isSameHost(one: AskedHost, other: AskedHost): boolean {
  return isDeepStrictEqual(one, other)
}

/** Whether a question is about the host as it was analysed. */
export function isAsAnalysed(known: AnalysisLoad, asked: AskedHost): boolean {
  return isSameHost(asked, asAnalysed(known))
}

/** The factor by which a domain's arrival rate is multiplied. */
export function loadFactorOf({ domains, loadFactor }: AskedHost, domain: string): number {
  return loadFactor * (domains.find(({ name }) => name === domain)?.loadFactor ?? 1)
}

function poolOf({ scheduling }: AnalysisLoad, question: WhatIf) {
  const { scheduler, tsliceMs, ratelimitUs } = scheduling
  const known = ratelimitUs === null ? undefined : ratelimitUs / 1e6
  const ratelimitSeconds = question.ratelimitSeconds ?? known
  if (scheduler === 'credit2') {
    return { tsliceSeconds: null, ratelimitSeconds: ratelimitSeconds ?? DEFAULT_RATELIMIT_SECONDS }
  }
  const knownTslice = tsliceMs === null ? DEFAULT_TSLICE_SECONDS : tsliceMs / 1000
  const tsliceSeconds = question.tsliceSeconds ?? knownTslice
  const atMost = Math.min(DEFAULT_RATELIMIT_SECONDS, tsliceSeconds)
  return { tsliceSeconds, ratelimitSeconds: ratelimitSeconds ?? atMost }
}

function checkDomains(known: AnalysisLoad, domains: NonNullable<WhatIf['domains']>): void {
  for (const [index, { name, capPercent }] of domains.entries()) {
    if (!known.load.domains.some((domain) => domain.name === name)) {
      throw new QuestionError({ code: 'domain-not-analysed', index })
    }
    if (domains.findIndex((other) => other.name === name) < index) {
      throw new QuestionError({ code: 'domain-named-twice', index })
    }
    const mostPercent = 100 * vCpusOf(name, known)
    if (capPercent !== undefined && capPercent > mostPercent) {
      throw new QuestionError({ code: 'cap-beyond-vcpus', index, mostPercent })
    }
  }
}

/** If the number of vCPUs is unknown, there are as many as pCPUs. */
function vCpusOf(domain: string, { scheduling, load }: AnalysisLoad): number {
  return valueFor(scheduling.vCpus, domain) ?? load.pCpus
}

function checkPool(question: WhatIf, { tsliceSeconds, ratelimitSeconds }: AskedHost): void {
  if (tsliceSeconds === null) {
    if (question.tsliceSeconds === undefined) return
    throw new QuestionError({ code: 'no-time-slice' })
  }
  if (ratelimitSeconds <= tsliceSeconds) return
  throw new QuestionError({
    code: 'ratelimit-beyond-time-slice',
    asked: question.ratelimitSeconds === undefined ? 'time-slice' : 'ratelimit',
    ratelimitSeconds,
    tsliceSeconds,
  })
}

/** What is wrong with a question; `index` is the position of the domain in it. */
export type QuestionProblem =
  | { code: 'domain-not-analysed'; index: number }
  | { code: 'domain-named-twice'; index: number }
  | { code: 'cap-beyond-vcpus'; index: number; mostPercent: number }
  | { code: 'no-time-slice' }
  | {
      code: 'ratelimit-beyond-time-slice'
      /** Which of the two the question sets. */
      asked: 'time-slice' | 'ratelimit'
      ratelimitSeconds: number
      tsliceSeconds: number
    }

/** The question does not fit the analysed host, or Xen would reject it. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError'
  readonly problem: QuestionProblem

  constructor(problem: QuestionProblem) {
    super(problem.code)
    this.problem = problem
  }
}
