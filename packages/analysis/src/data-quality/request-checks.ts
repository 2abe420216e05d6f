import { type Guest, MIN_REQUESTS_PER_WINDOW } from '../recorded/guests.ts'
import { isWellLogged } from '../recorded/request-rates.ts'
import { measuredIn } from '../recorded/response-time.ts'
import { listNames } from '../verdict/list-names.ts'
import { type Check, reason } from './check.ts'

const notMeasured: Check = ({ guests }) =>
  guests
    .filter(({ measuredBy }) => measuredBy === null)
    .map(({ name }) =>
      reason(
        'warning',
        'not-measured',
        `${name} has no durations: log them with %D (Apache) or $request_time (nginx).`,
      ),
    )

/** The log errs to one side; that matters beside times of clients and against a target. */
const measuredByLog: Check = ({ guests, targets }) => {
  const names = (by: Guest['measuredBy']) =>
    guests.filter(({ measuredBy }) => measuredBy === by).map(({ name }) => name)
  const [logged, seen] = [names('access-log'), names('client')]
  if (logged.length === 0) return []
  const promised = targets.some((t) => t.responseTimeMs !== null && logged.includes(t.domain))
  const consequences = [
    ...(seen.length > 0
      ? [`Beside ${listNames(seen)}, measured by clients, that looks better than it is.`]
      : []),
    ...(promised ? ['A target that users see missed may count as kept.'] : []),
  ]
  const text = `Measured by access log alone: ${listNames(logged)}. The log misses the wait for a connection, so users wait longer than it says.`
  return [
    reason(
      consequences.length > 0 ? 'warning' : 'info',
      'no-client-times',
      [text, ...consequences].join(' '),
    ),
  ]
}

/** A piece of a window at the edge of a recording has a rate, but no peak is sought in it. */
const partlyLogged: Check = ({ windows }) => {
  const pieces = windows.filter((window) => !isWellLogged(window)).length
  return pieces === 0
    ? []
    : [
        reason(
          'info',
          'partly-logged-windows',
          `The logs cover ${pieces} of ${windows.length} windows only in part: rates count the covered seconds, and peaks of rates leave such windows out where there are others.`,
        ),
      ]
}

/** Only a duration tells when a request ended, and so whether a backlog grew. */
const throughputByArrivals: Check = ({ guests, targets, windows }) =>
  guests.flatMap(({ name }) => {
    const promised = targets.some((t) => t.domain === name && t.throughputPerSecond !== null)
    const known = windows.some(({ byDomain }) => {
      const observation = byDomain.get(name)
      return (observation?.clientRequests ?? observation?.requests)?.completions
    })
    return !promised || known
      ? []
      : [
          reason(
            'warning',
            'throughput-by-arrivals',
            `${name} has a throughput target, but its log does not tell when requests ended: they count as answered when they came, so a backlog does not show.`,
          ),
        ]
  })

const resolution: Check = ({ windows, guests }) =>
  guests.flatMap(({ name }) => {
    const coarse = windows.some(
      ({ byDomain }) => byDomain.get(name)?.requests?.interArrival?.resolution === 'second',
    )
    return coarse
      ? [
          reason(
            'info',
            'second-resolution',
            `${name}: the log's stamps are whole seconds, so the variance between arrivals is taken from the counts per second.`,
          ),
        ]
      : []
  })

/** Windows too thin for a mean: `domainPeaks` and `scoreWindows` leave them out. */
const fewRequests: Check = ({ rangeWindows, guests }) =>
  guests.flatMap(({ name, measuredBy }) => {
    const counts = rangeWindows.flatMap(({ byDomain }) => {
      const stats = measuredIn(byDomain.get(name), measuredBy)
      return stats ? [stats.count] : []
    })
    const thin = counts.filter((count) => count < MIN_REQUESTS_PER_WINDOW).length
    return thin === 0 || thin < 0.1 * counts.length
      ? []
      : [
          reason(
            thin > 0.5 * counts.length ? 'warning' : 'info',
            'few-requests',
            `${name} has fewer than ${MIN_REQUESTS_PER_WINDOW} requests in ${thin} of ${counts.length} windows: they count neither for its peak nor for the errors. Longer windows would count them.`,
          ),
        ]
  })

export const requestChecks: readonly Check[] = [
  notMeasured,
  measuredByLog,
  partlyLogged,
  throughputByArrivals,
  resolution,
  fewRequests,
]
