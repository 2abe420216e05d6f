import type { RecordingFacts } from '@steelyard/xen'
import type { WeightChange } from './weight-changes.ts'

export interface RecordedLog {
  path: string
  domain: string
  logFormat: string | null
}

/**
 * The metadata of a live recording in the layout that `readRecording` reads, so that no question
 * about its files stays open. All times are on the host's clock.
 */
export function recordingJson(
  name: string,
  facts: RecordingFacts,
  weightChanges: readonly WeightChange[],
  accessLogs: readonly RecordedLog[],
): string {
  const { name: scheduler, tsliceMs, ratelimitUs } = facts.scheduler
  const recording = {
    // It comes first because a file is recognised by its beginning.
    startEpoch: facts.startedAtHostSeconds,
    phases: [],
    description: name,
    clock: 'host',
    host: `${facts.hostName}, Xen ${facts.xenVersion}, ${facts.pCpus} pCPU`,
    hostMinusClientSeconds: 0,
    xentopStartEpochHost: facts.xentop.firstSampleAtHostSeconds,
    xentopIntervalSeconds: facts.xentop.intervalSeconds,
    ...xentraceTimes(facts.trace),
    scheduler: { name: scheduler, tsliceMs, ratelimitUs },
    // Under a scheduler without weights there is nothing to record about a domain here.
    domains: facts.domains.flatMap(({ name, id, uuid, vCpus, weight, cap }) =>
      weight === null ? [] : [{ name, id, uuid, vcpus: vCpus, weight, cap }],
    ),
    weightChanges,
    accessLogs,
    seconds: facts.recordedSeconds,
  }
  return `${JSON.stringify(recording, null, 1)}\n`
}

/** The first event comes a little after the trace was requested; no better time is known. */
function xentraceTimes(trace: RecordingFacts['trace']) {
  if (!trace?.recorded) return {}
  return { xentraceStartEpochHost: trace.askedAtHostSeconds, tscHz: trace.tscHz }
}
