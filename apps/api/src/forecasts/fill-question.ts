import type { AnalysisLoad } from '@steelyard/analysis'
import type { FilledQuestion, ForecastQuestion } from '@steelyard/contract'
import { DOMAIN0_NAME } from '@steelyard/model'
import { invalid } from '../errors.ts'

/** Of Xen, where nobody read the host's. */
const DEFAULT_TSLICE_MS = 30
const DEFAULT_RATELIMIT_US = 1000

/**
 * The question with what it leaves out, as it was analysed.
 * @param path of the question in the request, for the errors
 * @throws AppError `invalid` for domains that were not analysed, and for values that Xen would refuse
 */
export function fillQuestion(
  question: ForecastQuestion,
  known: AnalysisLoad,
  path = 'body',
): FilledQuestion {
  checkDomains(question, known, path)
  const { load, weights, scheduling } = known
  const filled: FilledQuestion = {
    domains: load.domains.map(({ name, capPercent }) => {
      const wanted = question.domains.find(({ domain }) => domain === name)
      return {
        domain: name,
        weight: wanted?.weight ?? weights[name]!,
        cap: wanted?.cap ?? capPercent ?? 0,
        loadFactor: wanted?.loadFactor ?? 1,
      }
    }),
    domain0Weight: question.domain0Weight ?? weights[DOMAIN0_NAME]!,
    ...poolOf(question, scheduling),
    loadFactor: question.loadFactor,
    overheadPercent: question.overheadPercent,
  }
  checkPool(question, filled, path)
  return filled
}

/** The question that asks for nothing. */
export function asAnalysed(known: AnalysisLoad): FilledQuestion {
  return fillQuestion({ domains: [], loadFactor: 1, overheadPercent: 0 }, known)
}

function poolOf(question: ForecastQuestion, { scheduler, ...host }: AnalysisLoad['scheduling']) {
  const ratelimitUs = question.ratelimitUs ?? host.ratelimitUs
  if (scheduler === 'credit2') {
    return { tsliceMs: null, ratelimitUs: ratelimitUs ?? DEFAULT_RATELIMIT_US }
  }
  const tsliceMs = question.tsliceMs ?? host.tsliceMs ?? DEFAULT_TSLICE_MS
  return { tsliceMs, ratelimitUs: ratelimitUs ?? Math.min(DEFAULT_RATELIMIT_US, tsliceMs * 1000) }
}

function checkDomains({ domains }: ForecastQuestion, known: AnalysisLoad, path: string): void {
  for (const [index, { domain, cap }] of domains.entries()) {
    const at = `${path}.domains.${index}`
    if (!known.load.domains.some(({ name }) => name === domain)) {
      throw invalid(`${at}.domain`, 'no domain of this analysis whose service time is known')
    }
    if (domains.findIndex((other) => other.domain === domain) < index) {
      throw invalid(`${at}.domain`, 'is named twice')
    }
    const most = 100 * vCpusOf(domain, known)
    if (cap !== undefined && cap > most) {
      throw invalid(`${at}.cap`, `its vCPUs allow ${most} at most`)
    }
  }
}

/** Where nobody counted them, as many as the host has pCPUs. */
function vCpusOf(domain: string, { scheduling, load }: AnalysisLoad): number {
  return scheduling.vCpus[domain] ?? load.pCpus
}

function checkPool(question: ForecastQuestion, filled: FilledQuestion, path: string): void {
  const { tsliceMs, ratelimitUs } = filled
  if (tsliceMs === null) {
    if (question.tsliceMs === undefined) return
    throw invalid(`${path}.tsliceMs`, 'credit2, the scheduler of this host, has no time slice')
  }
  if (ratelimitUs <= tsliceMs * 1000) return
  const moved = question.ratelimitUs === undefined ? 'tsliceMs' : 'ratelimitUs'
  throw invalid(
    `${path}.${moved}`,
    `the ratelimit of ${ratelimitUs} µs would be longer than the time slice of ${tsliceMs} ms`,
  )
}
