import { type Guest, MIN_REQUESTS_PER_WINDOW } from '../recorded/guests.ts'
import { isWellLogged } from '../recorded/request-rates.ts'
import { measuredIn } from '../recorded/response-time.ts'
import type { QualityCheck } from './check.ts'

const notMeasured: QualityCheck = ({ guests }) =>
  guests
    .filter(({ measuredBy }) => measuredBy === null)
    .map(({ name: domain }) => ({ code: 'not-measured', severity: 'warning', domain }))

/** A log underestimates response times, which matters next to client times and against a target. */
const measuredByLog: QualityCheck = ({ guests, targets }) => {
  const names = (by: Guest['measuredBy']) =>
    guests.filter(({ measuredBy }) => measuredBy === by).map(({ name }) => name)
  const [byLog, byClients] = [names('access-log'), names('client')]
  if (byLog.length === 0) return []
  const hasTarget = targets.some(
    ({ domain, responseTimeSeconds }) => responseTimeSeconds !== null && byLog.includes(domain),
  )
  const severity = byClients.length > 0 || hasTarget ? 'warning' : 'info'
  return [{ code: 'no-client-times', severity, byLog, byClients, hasTarget }]
}

/** A partial window at the edge of a recording has a rate, but is not searched for a peak. */
const partlyLogged: QualityCheck = ({ windows }) => {
  const pieces = windows.filter((window) => !isWellLogged(window)).length
  return pieces === 0
    ? []
    : [{ code: 'partly-logged-windows', severity: 'info', partly: pieces, windows: windows.length }]
}

/** Without durations a log does not show when requests ended, nor whether a backlog grew. */
const throughputByArrivals: QualityCheck = ({ guests, targets, windows }) =>
  guests.flatMap(({ name }) => {
    const promised = targets.some((t) => t.domain === name && t.throughputPerSecond !== null)
    const known = windows.some(({ byDomain }) => {
      const observation = byDomain.get(name)
      return (observation?.clientRequests ?? observation?.requests)?.completions
    })
    return !promised || known
      ? []
      : [{ code: 'throughput-by-arrivals', severity: 'warning', domain: name }]
  })

const resolution: QualityCheck = ({ windows, guests }) =>
  guests.flatMap(({ name }) => {
    const coarse = windows.some(
      ({ byDomain }) => byDomain.get(name)?.requests?.interArrival?.resolution === 'second',
    )
    return coarse ? [{ code: 'second-resolution', severity: 'info', domain: name }] : []
  })

/** Reports windows with too few requests for a mean: `judgedDomains` and `scoreWindows` skip them. */
const fewRequests: QualityCheck = ({ rangeWindows, guests }) =>
  guests.flatMap(({ name, measuredBy }) => {
    const counts = rangeWindows.flatMap(({ byDomain }) => {
      const stats = measuredIn(byDomain.get(name), measuredBy)
      return stats ? [stats.count] : []
    })
    const thin = counts.filter((count) => count < MIN_REQUESTS_PER_WINDOW).length
    return thin === 0 || thin < 0.1 * counts.length
      ? []
      : [
          {
            code: 'few-requests',
            severity: thin > 0.5 * counts.length ? 'warning' : 'info',
            domain: name,
            thin,
            windows: counts.length,
            leastRequests: MIN_REQUESTS_PER_WINDOW,
          },
        ]
  })

export const requestChecks: readonly QualityCheck[] = [
  notMeasured,
  measuredByLog,
  partlyLogged,
  throughputByArrivals,
  resolution,
  fewRequests,
]
