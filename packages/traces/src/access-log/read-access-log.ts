import type { RequestFormat } from '../format.ts'
import type { RequestReceiver } from '../observations/request-sink.ts'
import type { Subject } from '../observations/subject.ts'
import { requireDomain } from '../reading/domain.ts'
import { readLines } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import type { SetAside } from '../source-report.ts'
import { TraceError } from '../trace-error.ts'
import type { AccessLogSpec } from './access-log-spec.ts'
import { compileLog } from './compile-log.ts'
import { DurationResolution } from './duration-resolution.ts'
import { COMMENT } from './parsed-line.ts'
import { setAsideWords } from './set-aside.ts'
import { vhostKey } from './vhost.ts'

export const HOW_TO_LOG_DURATIONS =
  'add %D (Apache, microseconds) or $request_time (nginx) to the log format'

/**
 * Reads one access log of Apache or nginx into arrivals, errors, durations and sizes per domain.
 */
export const readAccessLog: RequestFormat<AccessLogSpec>['read'] = async (
  bytes,
  spec,
  into,
  opts,
) => {
  const { parser, resolution: stamps, duration, hasVhost, hasReuse } = compileLog(spec)
  const tally = new Tally(opts.path ?? 'access log', `an access log in the format ${spec.format}`)
  const guard = new TimeGuard(opts)
  const streams = new Map<Subject, RequestReceiver>()
  const streamOf = (domain: Subject): RequestReceiver => {
    requireDomain(domain)
    let stream = streams.get(domain)
    if (!stream) {
      stream = into.openRequests(domain, 'requests', stamps)
      streams.set(domain, stream)
    }
    return stream
  }
  const route = router(spec, hasVhost, streamOf)
  let otherHosts = 0
  let withoutDuration = 0
  let [requests, reused] = [0, 0]
  const setAside = new Map<SetAside, number>()
  const resolution = new DurationResolution()
  const lines = await readLines(bytes, tally, opts, (text, from, to, line) => {
    if (text.charCodeAt(from) === COMMENT) {
      parser.comment?.(text.slice(from, to))
      tally.skip()
      return
    }
    if (!parser.parse(text, from, to)) {
      tally.reject(line, text.slice(from, to), parser.rejection)
      return
    }
    const start = parser.startEpochSeconds
    if (!guard.accepts(start)) {
      tally.reject(line, text.slice(from, to), guard.rejection(start))
      return
    }
    tally.accept(start)
    if (parser.setAside !== null && !spec.everyLine) {
      setAside.set(parser.setAside, (setAside.get(parser.setAside) ?? 0) + 1)
      return
    }
    const stream = route(parser)
    if (!stream) {
      otherHosts++
      return
    }
    if (Number.isNaN(parser.durationSeconds)) withoutDuration++
    else resolution.add(parser.durationSeconds)
    requests++
    if (parser.isReused) reused++
    stream.add(start, parser.durationSeconds, parser.isError, parser.bytes)
  })
  for (const stream of streams.values()) stream.close(!resolution.isTooCoarse)
  for (const note of resolution.notes) tally.note(note)
  if (!duration)
    tally.note(`The log has no durations, so it gives arrivals only: ${HOW_TO_LOG_DURATIONS}.`)
  else if (withoutDuration > 0) tally.note(`${withoutDuration} requests have no ${duration}.`)
  if (setAside.size > 0) tally.note(`Left out: ${setAsideWords(setAside)}.`)
  if (otherHosts > 0)
    tally.note(`${otherHosts} requests to virtual hosts that belong to no guest were left out.`)
  const report = tally.report(lines, streams.keys())
  return {
    ...report,
    ...(hasReuse ? { connections: { requests, reused } } : {}),
    ...(setAside.size > 0 ? { setAside: Object.fromEntries(setAside) } : {}),
  }
}

type Router = (line: { readonly host: string }) => RequestReceiver | null

function router(
  { domainBy }: AccessLogSpec,
  hasVhost: boolean,
  streamOf: (domain: Subject) => RequestReceiver,
): Router {
  if (domainBy.by === 'fixed') {
    const stream = streamOf(domainBy.domain)
    return () => stream
  }
  if (!hasVhost)
    throw new TraceError('bad-spec', 'The log format names no virtual host to split by.', {
      expected: 'a format with %v, %V, %{Host}i, $server_name or $host',
    })
  const domains = new Map(
    Object.entries(domainBy.map).map(([vhost, domain]) => [vhostKey(vhost), domain]),
  )
  let last = ''
  let lastStream: RequestReceiver | null = null
  return ({ host }) => {
    if (host === last) return lastStream
    last = host
    const domain = domains.get(vhostKey(last))
    lastStream = domain === undefined ? null : streamOf(domain)
    return lastStream
  }
}
