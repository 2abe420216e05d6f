import { PLAN_STATES } from '@steelyard/contract/plain'

/** The filter of the list of plans that an address asks for. */
export function planFilter(params: Pick<URLSearchParams, 'get'>) {
  const search = params.get('q') || undefined
  const state = PLAN_STATES.find((each) => each === params.get('state'))
  return { ...(search ? { search } : {}), ...(state ? { state } : {}) }
}
