import { ApiError, createClient, type Problem } from '@steelyard/contract'

export const API_BASE = '/api/v1'

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

/**
 * The only way the dashboard calls the API: same origin, session cookie, checked by the contract.
 */
export const call = createClient(API_BASE, fetchOrProblem)

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
