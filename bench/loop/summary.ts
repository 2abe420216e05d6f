import { upperMedian } from '@steelyard/model'
import type { Contender, Result } from './compare.ts'
import type { PayersTimes } from './judge.ts'
import type { View } from './judged.ts'

/** One contender over several hosts of a family. */
export interface Summary {
  contender: Contender
  days: number
  clients: ViewSummary | null
  log: ViewSummary
  changesPerDay: number
  rollBacks: number
  payers: { overloaded: PayersTimes | null; otherwise: PayersTimes | null }
  cpuSeconds: number
}

export interface ViewSummary extends Omit<View, 'reliefSeconds'> {
  medianReliefSeconds: number | null
  /** Overloads that miss targets when nothing is done. */
  episodes: number
}

/** Shares are weighted by the days that a host was played. */
export function summarise(results: readonly Result[]): Summary[] {
  const contenders = [...new Set(results.map(({ contender }) => contender))]
  return contenders.map((contender) => {
    const own = results.filter((each) => each.contender === contender)
    const sum = (of: (each: Result) => number) => own.reduce((total, each) => total + of(each), 0)
    const days = sum((each) => each.days)
    const withClients = own.flatMap(({ clients, days }) =>
      clients ? [{ view: clients, days }] : [],
    )
    return {
      contender,
      days,
      clients: withClients.length === 0 ? null : viewsOver(withClients),
      log: viewsOver(own.map(({ log, days }) => ({ view: log, days }))),
      changesPerDay: sum((each) => each.changes) / days,
      rollBacks: sum((each) => each.rollBacks),
      payers: {
        overloaded: pooled(own.map(({ payers }) => payers.overloaded)),
        otherwise: pooled(own.map(({ payers }) => payers.otherwise)),
      },
      cpuSeconds: sum((each) => each.cpuSeconds),
    }
  })
}

function viewsOver(own: readonly { view: View; days: number }[]): ViewSummary {
  const sum = (of: (view: View) => number) => own.reduce((total, { view }) => total + of(view), 0)
  const days = own.reduce((total, each) => total + each.days, 0)
  const share = (of: (view: View) => number) =>
    own.reduce((total, each) => total + each.days * of(each.view), 0) / days
  const relief = own.flatMap(({ view }) => view.reliefSeconds)
  return {
    missedOfTime: share((view) => view.missedOfTime),
    missedOfRequests: share((view) => view.missedOfRequests),
    oscillations: sum((view) => view.oscillations),
    bad: sum((view) => view.bad),
    badLeftStanding: sum((view) => view.badLeftStanding),
    medianReliefSeconds: upperMedian(relief),
    episodes: relief.length,
  }
}

function pooled(parts: readonly (PayersTimes | null)[]): PayersTimes | null {
  const known = parts.flatMap((each) => (each ? [each] : []))
  const requests = known.reduce((sum, each) => sum + each.requests, 0)
  if (requests === 0) return null
  const mean = (of: (each: PayersTimes) => number) =>
    known.reduce((sum, each) => sum + each.requests * of(each), 0) / requests
  return {
    requests,
    meanSeconds: mean((each) => each.meanSeconds),
    p95Seconds: mean((each) => each.p95Seconds),
  }
}
