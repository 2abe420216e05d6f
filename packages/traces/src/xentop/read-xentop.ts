import type { CpuFormat } from '../format.ts'
import type { Subject } from '../observations/subject.ts'
import { MOST_PCPUS } from '../reading/most-pcpus.ts'
import { readLines } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import { TraceError } from '../trace-error.ts'
import { CUT_NAME_LENGTH } from './xentop-row.ts'
import { XentopSamples } from './xentop-samples.ts'
import { XENTOP_METER, type XentopSpec } from './xentop-spec.ts'
import { XentopTimeline } from './xentop-timeline.ts'

/** Longer than any row, with the stamp in front of it; it limits the work of the patterns. */
const LONGEST_ROW = 1100

const TOO_MUCH = {
  reason: 'CPU(sec) grew by more than any host can use',
  expected: 'seconds of CPU time',
  column: 'CPU(sec)',
}

/**
 * Reads the output of `xentop -b`: CPU use per domain and sample.
 */
export const readXentop: CpuFormat<XentopSpec>['read'] = async (bytes, spec, into, opts) => {
  if (!(spec.intervalSeconds > 0) && !spec.stamps)
    throw new TraceError('bad-spec', 'intervalSeconds must be more than 0.')
  const path = opts.path ?? 'xentop log'
  const tally = new Tally(path, 'the output of xentop -b')
  const guard = new TimeGuard(opts)
  if (spec.stamps !== 'moment') guard.requireStart(spec.startEpochSeconds, 'xentop')
  // A domain may be called `constructor`, which every object has.
  const domainNames = new Map(Object.entries(spec.domainNames ?? {}))
  const covered = new Map<Subject, { from: number; to: number }>()
  const cover = (domain: Subject, from: number, to: number) => {
    const range = covered.get(domain)
    if (range && Math.abs(range.to - from) < 1e-6) range.to = to
    else {
      if (range) into.coverCpu(XENTOP_METER, domain, range.from, range.to)
      covered.set(domain, { from, to })
    }
  }
  let cutNames = false
  let isFirst = true
  const timeline = new XentopTimeline(spec, path, ({ name, from, to, usedSeconds }) => {
    if (!guard.accepts(from) || !guard.accepts(to)) {
      tally.reject(0, name, guard.rejection(guard.accepts(from) ? to : from))
      return
    }
    if (usedSeconds > MOST_PCPUS * (to - from)) {
      tally.reject(0, name, TOO_MUCH)
      return
    }
    tally.accept(to)
    const domain = domainNames.get(name) ?? name
    into.addCpu(XENTOP_METER, domain, from, to, {
      usedSeconds,
      runnableWaitSeconds: null,
      blockedSeconds: null,
      dispatches: null,
      ioCount: null,
    })
    cover(domain, from, to)
  })
  const samples = new XentopSamples(
    (sample) => {
      for (const { name } of sample.rows) {
        if (name.length === CUT_NAME_LENGTH) cutNames = true
        // It has no time before it.
        if (isFirst) tally.skip()
      }
      isFirst = false
      timeline.take(sample)
    },
    (line, text, why) => tally.reject(line, text, why),
  )
  const lines = await readLines(bytes, tally, opts, (text, from, to, line) =>
    samples.line(text.slice(from, Math.min(to, from + LONGEST_ROW)), line),
  )
  samples.end()
  timeline.close()
  for (const [domain, { from, to }] of covered) into.coverCpu(XENTOP_METER, domain, from, to)
  if (cutNames) tally.note('Some names have 10 characters, to which xentop cuts them without -f.')
  for (const note of timeline.notes) tally.note(note)
  if (samples.skipped > 0)
    tally.note(`${samples.skipped} lines of tables about other things were left out.`)
  tally.note('The first sample was left out: its CPU(%) is always 0.')
  tally.note('xentop shows CPU use to a tenth of a per cent and no waiting.')
  return tally.report(lines, covered.keys())
}
