import { formatCount, formatOffset } from '@steelyard/contract/format'
import { MOST_IN_FLIGHT } from '@steelyard/traces'

interface Noted {
  /** Domains whose log stamps whole seconds. */
  coarse: ReadonlySet<string>
  /** Domains whose log has more requests in flight at once than can be. */
  crowded: ReadonlySet<string>
  /** Requests without a duration. */
  untimed: number
  schedule: { gaps: readonly { fromSeconds: number; toSeconds: number }[] }
}

/** What a reader of the figures should know of the recording. */
export function notesOn({ coarse, crowded, untimed, schedule: { gaps } }: Noted): string[] {
  const notes = [...coarse].map(
    (domain) =>
      `The access log of ${domain} stamps whole seconds, so its requests cannot be placed in the trace.`,
  )
  for (const domain of crowded) notes.push(crowdedLog(domain))
  if (untimed > 0)
    notes.push(`${formatCount(untimed)} requests have no duration in the log and are left out.`)
  const lostSeconds = gaps.reduce((sum, gap) => sum + gap.toSeconds - gap.fromSeconds, 0)
  if (lostSeconds > 0)
    notes.push(
      `Xen lost records, because its buffer was full. Nothing is known of ${formatOffset(lostSeconds)} of this part; requests in flight then are left out. A larger buffer (xentrace -S 256) avoids this.`,
    )
  return notes
}

/** Why the requests of a domain are left out. */
export function crowdedLog(domain: string): string {
  return `By the access log of ${domain}, more than ${formatCount(MOST_IN_FLIGHT)} requests were in flight at once: they are left out. Check the unit of its durations.`
}
