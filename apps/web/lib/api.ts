import type { Endpoint, Problem } from '@steelyard/contract'
import { ApiError } from '@steelyard/contract/plain'
import { askToConfirm } from './confirmation.ts'
import { type AnswerOf, API_BASE, type Operation, type OptionsOf } from './operations.ts'

const unreachable: Problem = {
  type: 'about:blank',
  title: 'Steelyard does not answer',
  status: 0,
  detail: 'The connection to the API was lost. Check that Steelyard is running, then try again.',
  code: 'unreachable',
  requestId: '',
}

/** Turns a lost connection into a problem like any other; an abort stays an abort. */
async function fetchOrProblem(...args: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...args)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(unreachable)
  }
}

/** Repeats a request that the API does only for whoever has confirmed lately that it is them. */
async function fetchConfirmed(...args: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchOrProblem(...args)
  if (response.status !== 403) return response
  const { code } = (await response.clone().json()) as Problem
  if (code !== 'confirmation-needed' || !(await askToConfirm())) return response
  return fetchOrProblem(...args)
}

/**
 * The only way the dashboard calls the API: same origin, session cookie, checked by the contract.
 */
export async function call<Name extends Operation>(
  name: Name,
  options = {} as OptionsOf<Name>,
): Promise<AnswerOf<Name>> {
  const contract = await loadContract()
  const operation: Endpoint = contract[name]
  const answer = contract.createClient(API_BASE, fetchConfirmed)(operation, options)
  return answer as Promise<AnswerOf<Name>>
}

/** The schemas, which come with the first call. */
export async function loadContract() {
  try {
    return await import('@steelyard/contract')
  } catch {
    throw new ApiError(unreachable)
  }
}

/** Explains any failure to the user. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem
  return {
    type: 'about:blank',
    title: 'The answer could not be understood',
    status: 0,
    detail:
      error instanceof Error && error.name !== 'ZodError'
        ? error.message
        : 'The dashboard and the API disagree about an answer. Reload the page; if it persists, both need the same version.',
    code: 'unexpected-answer',
    requestId: '',
  }
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.problem.status === status
}
