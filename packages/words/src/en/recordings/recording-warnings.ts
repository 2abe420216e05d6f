import { formatTenths, printable } from '@steelyard/contract/format'
import type { NoTraceReason, RecordingFacts, TraceFacts } from '@steelyard/xen'

/** The largest difference at which the clocks of a recording and its logs count as equal. */
const CLOCKS_AGREE_WITHIN_SECONDS = 0.5

const why: Record<NoTraceReason, string> = {
  'not-installed': 'the host has no xentrace',
  'not-permitted':
    'the account may not run xentrace: the rules shown on the host’s page are not installed, or xentrace is not',
  busy: 'another program reads Xen’s trace buffer, which has room for one reader',
  'too-large': 'they needed more room than there was',
  failed: 'xentrace failed',
}

/** Warnings about what a recording lacks, and about changes on the host during it. */
export function recordingWarnings(facts: RecordingFacts, undated: readonly string[]): string[] {
  const drift = facts.clockDriftSeconds
  return [
    ...traceWarnings(facts.trace),
    ...undated.map(
      (domain) =>
        `The weight of ${domain} changed at an unknown time during the recording. The earlier weight is used for all of it.`,
    ),
    ...facts.changes.flatMap((change) => changeWarning(change) ?? []),
    ...(Math.abs(drift) > CLOCKS_AGREE_WITHIN_SECONDS
      ? [`The clock of the host moved by ${formatTenths(drift)} s during the recording.`]
      : []),
  ]
}

function traceWarnings(trace: TraceFacts | null): string[] {
  if (!trace) return []
  const missing = trace.recorded
    ? []
    : [
        `The scheduler’s events were not recorded: ${why[trace.reason]}${trace.detail ? ` (${printable(trace.detail)})` : ''}.`,
      ]
  return [...missing, ...(trace.end?.problem ? [tracingLeftOn(trace.end.problem)] : [])]
}

export function tracingLeftOn(problem: string): string {
  return `Xen’s tracing may still be on: ${printable(problem)}`
}

function changeWarning({
  kind,
  name,
  before,
  after,
}: RecordingFacts['changes'][number]): string | null {
  switch (kind) {
    case 'weight':
      return null
    case 'cap':
      return `The cap of ${name} changed during the recording, from ${before ?? 'none'} to ${after ?? 'none'}.`
    case 'started':
      return `${name} was started during the recording.`
    case 'gone':
      return `${name} was gone at the end of the recording.`
    case 'restarted':
      return `${name} was restarted during the recording.`
  }
}

/** @param guestMinusHostSeconds how far the guest's clock is ahead, as far as it is known */
export function clockWarning(domain: string, guestMinusHostSeconds: number): string | null {
  if (Math.abs(guestMinusHostSeconds) <= CLOCKS_AGREE_WITHIN_SECONDS) return null
  const which = guestMinusHostSeconds > 0 ? 'ahead of' : 'behind'
  const seconds = formatTenths(Math.abs(guestMinusHostSeconds))
  return `The clock of ${domain} is ${seconds} s ${which} the host’s: its requests are dated by it.`
}
