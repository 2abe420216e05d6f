import type { RequestFormat } from '../format.ts'
import { requireDomain } from '../reading/domain.ts'
import { writtenIn } from '../reading/plain-text.ts'
import { readLines } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import { LONGEST_DURATION_SECONDS, TimeGuard } from '../reading/time-guard.ts'
import { TimeZone } from '../reading/time-zone.ts'
import type { LoadTestSpec } from './load-test-spec.ts'
import { type ReadSent, TOOLS, type ToolRequest } from './tools.ts'

/** As many are kept to be put in order; more than any such tool sends in hours. */
const MOST_SORTED = 2_000_000

/** Reads what a load generator wrote of each request; the tool says the unit. */
export const readLoadTest: RequestFormat<LoadTestSpec>['read'] = async (
  bytes,
  spec,
  into,
  opts,
) => {
  requireDomain(spec.domain)
  const tool = TOOLS[spec.tool]
  const tally = new Tally(opts.path ?? 'load test', `the output of ${tool.title}`)
  const guard = new TimeGuard(opts)
  if (tool.hasOffsetsOnly) guard.requireStart(spec.startEpochSeconds ?? 0, tool.title)
  const zone = new TimeZone(spec.timeZone ?? 'UTC')
  const shift =
    (spec.hostMinusClientSeconds ?? 0) + (tool.hasOffsetsOnly ? spec.startEpochSeconds! : 0)
  const stream = into.openRequests(spec.domain, 'clientRequests', tool.resolution)
  const held: ToolRequest[] = []
  const give = ({ startSeconds, durationSeconds, failed }: ToolRequest) =>
    stream.add(startSeconds, durationSeconds, failed, -1)
  let others = 0
  const take = (sent: ToolRequest, raw: string, line: number) => {
    const at = (sent.isLocal ? zone.toEpoch(sent.startSeconds) : sent.startSeconds) + shift
    if (!guard.accepts(at)) return tally.reject(line, raw, guard.rejection(at))
    if (sent.durationSeconds > LONGEST_DURATION_SECONDS) return tally.reject(line, raw, TOO_LONG)
    tally.accept(at)
    const placed = { ...sent, startSeconds: at }
    if (tool.isSorted && held.length < MOST_SORTED) held.push(placed)
    else give(placed)
  }
  // The readers of tools without a heading need none.
  let read: ReadSent | null = needsHeading(spec) ? null : tool.reader('')
  const lines = await readLines(bytes, tally, opts, (text, from, to, line) => {
    const raw = text.slice(from, to)
    const written = writtenIn(raw)
    if (needsHeading(spec) && tool.headings([written]) !== null) {
      // Another run may have been appended, with its heading.
      read = tool.reader(written)
      return
    }
    const sent = read ? read(written) : NO_HEADING
    if (sent === null) others++
    else if ('reason' in sent) tally.reject(line, raw, sent)
    else take(sent, raw, line)
  })
  held.sort((a, b) => a.startSeconds - b.startSeconds)
  for (const sent of held) give(sent)
  stream.close()
  if (others > 0) tally.note(`${others} lines of other metrics were skipped.`)
  return tally.report(lines, [spec.domain])
}

function needsHeading({ tool }: LoadTestSpec): boolean {
  return tool !== 'k6-json' && tool !== 'vegeta-csv' && tool !== 'vegeta-json'
}

const NO_HEADING = { reason: 'no heading stands above it', expected: 'the heading of the tool' }
const TOO_LONG = { reason: 'longer than a day', expected: 'a duration of one request' }
