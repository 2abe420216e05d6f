import {
  type AnalysisLoad,
  type AskedHost,
  askHost,
  QuestionError,
  type QuestionProblem,
  type WhatIf,
} from '@steelyard/analysis'
import type { FilledQuestion, ForecastQuestion } from '@steelyard/contract'
import { type AppError, invalid } from '../errors.ts'
import { msOfUs, secondsOf } from '../milliseconds.ts'

/**
 * Applies a request to the analysed host.
 * @param path of the question in the request, for the errors
 * @throws AppError `invalid` for domains that were not analysed and values that Xen would refuse
 */
export function askHostBy(
  known: AnalysisLoad,
  question: ForecastQuestion,
  path = 'body',
): AskedHost {
  try {
    return askHost(known, whatIfOf(question))
  } catch (error) {
    if (error instanceof QuestionError) throw refusal(error.problem, path)
    throw error
  }
}

function whatIfOf({ domains, tsliceMs, ratelimitUs, ...question }: ForecastQuestion): WhatIf {
  return {
    ...question,
    domains: domains.map(({ domain, cap, ...wanted }) => ({
      ...wanted,
      name: domain,
      capPercent: cap,
    })),
    tsliceSeconds: tsliceMs === undefined ? undefined : secondsOf(tsliceMs),
    ratelimitSeconds: ratelimitUs === undefined ? undefined : ratelimitUs / 1e6,
  }
}

function refusal(problem: QuestionProblem, path: string): AppError {
  switch (problem.code) {
    case 'domain-not-analysed':
      return invalid(
        `${path}.domains.${problem.index}.domain`,
        'not a domain of this analysis with a known service time',
      )
    case 'domain-named-twice':
      return invalid(`${path}.domains.${problem.index}.domain`, 'is named twice')
    case 'cap-beyond-vcpus':
      return invalid(
        `${path}.domains.${problem.index}.cap`,
        `its vCPUs allow ${problem.mostPercent} at most`,
      )
    case 'no-time-slice':
      return invalid(`${path}.tsliceMs`, 'credit2, the scheduler of this host, has no time slice')
    case 'ratelimit-beyond-time-slice':
      return invalid(
        `${path}.${problem.asked === 'ratelimit' ? 'ratelimitUs' : 'tsliceMs'}`,
        `the ratelimit of ${wholeUs(problem.ratelimitSeconds)} µs would be longer than the time slice of ${msOfUs(wholeUs(problem.tsliceSeconds))} ms`,
      )
  }
}

export function presentQuestion(asked: AskedHost): FilledQuestion {
  const { domains, tsliceSeconds, ratelimitSeconds, ...question } = asked
  return {
    ...question,
    domains: domains.map(({ name, capPercent, ...wanted }) => ({
      ...wanted,
      domain: name,
      cap: capPercent,
    })),
    tsliceMs: tsliceSeconds === null ? null : msOfUs(wholeUs(tsliceSeconds)),
    ratelimitUs: wholeUs(ratelimitSeconds),
  }
}

function wholeUs(seconds: number): number {
  return Math.round(seconds * 1e6)
}
