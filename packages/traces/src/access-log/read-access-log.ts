import type { Readable } from 'node:stream'
import type { Subject } from '../observations/subject.ts'
import { requireDomain } from '../reading/domain.ts'
import { readLines } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import type { RequestReceiver, RequestSink } from '../request-sink.ts'
import type { ReadOptions, SourceReport } from '../source-report.ts'
import { TraceError } from '../trace-error.ts'
import type { AccessLogSpec } from './access-log-spec.ts'
import { compileFormat } from './compile-format.ts'
import { vhostKey } from './vhost.ts'

export const HOW_TO_LOG_DURATIONS =
  'add %D (Apache, microseconds) or $request_time (nginx) to the log format'

/**
 * Reads one access log of Apache or nginx into arrivals, errors, durations and sizes per domain.
 */
export async function readAccessLog(
  bytes: Readable,
  spec: AccessLogSpec,
  into: RequestSink,
  opts: ReadOptions,
): Promise<SourceReport> {
  const { parser, resolution, duration, hasVhost, hasReuse } = compileFormat(spec)
  const tally = new Tally(opts.path ?? 'access log', `an access log in the format ${spec.format}`)
  const guard = new TimeGuard(opts)
  const streams = new Map<Subject, RequestReceiver>()
  const streamOf = (domain: Subject): RequestReceiver => {
    requireDomain(domain)
    let stream = streams.get(domain)
    if (!stream) {
      stream = into.openRequests(domain, 'requests', resolution)
      streams.set(domain, stream)
    }
    return stream
  }
  const route = router(spec, hasVhost, streamOf)
  let otherHosts = 0
  let withoutDuration = 0
  let [requests, reused] = [0, 0]
  const lines = await readLines(bytes, tally, opts, (text, from, to, line) => {
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
    const stream = route(text, parser.vhostFrom, parser.vhostTo)
    if (!stream) {
      otherHosts++
      return
    }
    if (Number.isNaN(parser.durationSeconds)) withoutDuration++
    requests++
    if (parser.isReused) reused++
    stream.add(start, parser.durationSeconds, parser.isError, parser.bytes)
  })
  for (const stream of streams.values()) stream.close()
  if (!duration)
    tally.note(`The log has no durations, so it gives arrivals only: ${HOW_TO_LOG_DURATIONS}.`)
  else if (withoutDuration > 0) tally.note(`${withoutDuration} requests have no ${duration.name}.`)
  if (otherHosts > 0)
    tally.note(`${otherHosts} requests to virtual hosts that belong to no domain were left out.`)
  const report = tally.report(lines, streams.keys())
  return hasReuse ? { ...report, connections: { requests, reused } } : report
}

type Router = (text: string, from: number, to: number) => RequestReceiver | null

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
  return (text, from, to) => {
    if (last !== '' && to - from === last.length && text.startsWith(last, from)) return lastStream
    last = text.slice(from, to)
    const domain = domains.get(vhostKey(last))
    lastStream = domain === undefined ? null : streamOf(domain)
    return lastStream
  }
}
