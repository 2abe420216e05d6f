import { type CpuMeter, findFormat, type TimeResolution } from '@steelyard/traces'
import type { Described } from './describe-source.ts'

export interface Candidate extends Described {
  path: string
  included: boolean
}

const FINENESS: readonly (TimeResolution | null)[] = ['microsecond', 'millisecond', 'second', null]
/** Logs of the same requests begin at the same time, but stamps may be rounded to seconds. */
const SAME_START_SECONDS = 1.5

/** Leaves out what would count the same thing twice, and records why. Operators can include it again. */
export function chooseSources(candidates: readonly Candidate[]): void {
  leaveOutCopies(candidates)
  leaveOutCoarserLogs(candidates)
  leaveOutCoarserMeters(candidates)
}

function leaveOut(candidate: Candidate, why: string): void {
  candidate.included = false
  candidate.state.leftOut = why
}

/** Copies are identical byte by byte: as a file and in an archive, or twice in archives. */
function leaveOutCopies(candidates: readonly Candidate[]): void {
  const first = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const { contentKey } = candidate.state.facts
    if (!candidate.included || !contentKey || isRecordedLog(candidate)) continue
    const original = first.get(contentKey)
    if (!original) first.set(contentKey, candidate)
    else leaveOut(candidate, `Left out: the same content as ${original.path}, counted once.`)
  }
}

function isServerLog({ kind }: Candidate): boolean {
  return findFormat(kind)?.observes === 'requests'
}

function isRecordedLog(candidate: Candidate): boolean {
  const { state } = candidate
  return isServerLog(candidate) && state.domains[0]?.origin?.kind === 'recording'
}

function leaveOutCoarserLogs(candidates: readonly Candidate[]): void {
  const logs = candidates.filter((c) => c.included && isServerLog(c))
  for (const log of logs) {
    const better = logs.find((other) => isFinerLogOfSame(other, log))
    if (better) {
      leaveOut(
        log,
        `Left out: ${better.path} holds the same requests with finer times, which count once.`,
      )
    }
  }
}

function isFinerLogOfSame(other: Candidate, log: Candidate): boolean {
  const domain = log.state.domains[0]?.domain
  const start = log.state.facts.firstAtEpochSeconds
  const otherStart = other.state.facts.firstAtEpochSeconds
  if (other === log || !other.included || !domain || start === null || otherStart === null) {
    return false
  }
  return (
    other.state.domains[0]?.domain === domain &&
    Math.abs(otherStart - start) <= SAME_START_SECONDS &&
    fineness(other) < fineness(log)
  )
}

function fineness({ preview }: Candidate): number {
  return FINENESS.indexOf(preview?.resolution ?? null)
}

/** A trace of the whole host that measures waiting too makes coarser CPU traces unnecessary. */
function leaveOutCoarserMeters(candidates: readonly Candidate[]): void {
  const better = candidates.find((candidate) => {
    const meter = meterOf(candidate)
    const isWhole = meter?.watches === 'host' && meter.measuresWaiting
    return isWhole && candidate.included && !candidate.state.trouble
  })
  if (!better) return
  for (const candidate of candidates) {
    const meter = meterOf(candidate)
    if (!candidate.included || !meter) continue
    if (meter.watches === 'host' && meter.measuresWaiting) continue
    leaveOut(
      candidate,
      `Left out: ${better.path} gives CPU use more exactly, and shows waiting too.`,
    )
  }
}

function meterOf({ kind }: Candidate): CpuMeter | null {
  const format = findFormat(kind)
  return format?.observes === 'cpu' ? format.meter : null
}
