import type { Readable } from 'node:stream'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import type { Subject } from '../observations/subject.ts'
import { readLines } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import type { ReadOptions, SourceReport } from '../source-report.ts'
import { TraceError } from '../trace-error.ts'
import { XENTOP_METER } from './xentop-meter.ts'
import { CUT_NAME_LENGTH, parseXentopRow, XENTOP_HEADER, XENTOP_OTHER } from './xentop-row.ts'
import type { XentopSpec } from './xentop-spec.ts'

/**
 * Reads the output of `xentop -b`: CPU use per domain and sample, without time stamps of its own.
 */
export async function readXentop(
  bytes: Readable,
  spec: XentopSpec,
  into: ObservationBuilder,
  opts: ReadOptions,
): Promise<SourceReport> {
  if (!(spec.intervalSeconds > 0))
    throw new TraceError('bad-spec', 'intervalSeconds must be more than 0.')
  const tally = new Tally(opts.path ?? 'xentop log', 'the output of xentop -b')
  const guard = new TimeGuard(opts)
  guard.requireStart(spec.startEpochSeconds, 'xentop')
  // A domain may be called `constructor`, which every object has.
  const domainNames = new Map(Object.entries(spec.domainNames ?? {}))
  const covered = new Map<Subject, { from: number; to: number }>()
  let sample = -1
  let inSample = new Set<string>()
  let cutNames = false
  const lines = await readLines(bytes, tally, opts, (text, from, to, line) => {
    const raw = text.slice(from, Math.min(to, from + 1100))
    if (XENTOP_HEADER.test(raw)) {
      sample++
      inSample = new Set()
      return
    }
    if (XENTOP_OTHER.test(raw)) return
    const row = parseXentopRow(raw)
    if ('reason' in row) return tally.reject(line, raw, row)
    const at = spec.startEpochSeconds + sample * spec.intervalSeconds
    if (sample < 0)
      return tally.reject(line, raw, {
        reason: 'before the first header',
        expected: 'NAME STATE ...',
      })
    if (!guard.accepts(at)) return tally.reject(line, raw, guard.rejection(at))
    if (inSample.has(row.name))
      return tally.reject(line, raw, {
        reason: 'the same name twice in one sample',
        expected: 'distinct names: use xentop -b -f, which does not cut them to 10 characters',
      })
    inSample.add(row.name)
    // Each sample's CPU(%) covers the time since the sample before; the first has none.
    if (sample === 0) return tally.skip()
    tally.accept(at)
    if (row.name.length === CUT_NAME_LENGTH) cutNames = true
    const domain = domainNames.get(row.name) ?? row.name
    const start = at - spec.intervalSeconds
    into.addCpu(XENTOP_METER, domain, start, at, {
      usedSeconds: (row.cpuPercent / 100) * spec.intervalSeconds,
      runnableWaitSeconds: null,
      blockedSeconds: null,
      dispatches: null,
      ioCount: null,
    })
    const range = covered.get(domain)
    if (range) range.to = at
    else covered.set(domain, { from: start, to: at })
  })
  for (const [domain, { from, to }] of covered) into.coverCpu(XENTOP_METER, domain, from, to)
  if (cutNames) tally.note('Some names have 10 characters, to which xentop cuts them without -f.')
  tally.note('The first sample was left out: its CPU(%) is always 0.')
  tally.note('xentop shows CPU use to a tenth of a per cent and no waiting.')
  return tally.report(lines, covered.keys())
}
