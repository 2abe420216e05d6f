import { PlanState } from '@steelyard/contract'

/** The filter of the list of plans that an address asks for. */
export function planFilter(params: Pick<URLSearchParams, 'get'>) {
  const search = params.get('q') || undefined
  const state = PlanState.safeParse(params.get('state')).data
  return { ...(search ? { search } : {}), ...(state ? { state } : {}) }
}
