import type * as contract from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import { words } from '@steelyard/words'
import type { z } from 'zod'
import { type AppError, unprocessable } from '../../errors.ts'
import { nothingInPart } from '../nothing-in-part.ts'
import { keptPart } from './keep-parts.ts'
import type { TracedGuest, TracedRecording, TracedSources } from './read-traced-part.ts'

export type AskedPart = z.output<typeof contract.TracedPart>

/** What a thread is asked about part of a trace. */
export interface TracedQuestion<Asked extends AskedPart = AskedPart> {
  sources: TracedSources
  /** Of the whole trace. */
  lengthSeconds: number | null
  asked: Asked
}

/** One guest in part of a trace, and what else happened there. */
export interface GuestInPart extends TracedGuest {
  domain: string
  recording: TracedRecording
}

/**
 * @throws AppError `domain-not-traced`, `stamps-too-coarse`, `too-many-in-flight`, `nothing-in-part`;
 *   TraceError as `keptPart`
 */
export async function tracedGuest({ sources, asked }: TracedQuestion): Promise<GuestInPart> {
  const recording = await keptPart(sources)
  if (recording.schedule.at.length === 0)
    throw nothingInPart(recording.readToSeconds, asked.fromSeconds)
  const domain = asked.domain ?? guestsIn(recording)[0]
  const guest = domain && recording.guests.get(domain)
  if (!guest) throw notTraced(recording, domain)
  return { ...guest, domain, recording }
}

/** The domains whose requests can be shown, in alphabetical order. */
export function guestsIn({ guests }: TracedRecording): string[] {
  return [...guests.keys()].sort()
}

function notTraced(recording: TracedRecording, domain: string | undefined): AppError {
  const coarse = [...recording.coarse].filter((each) => each === (domain ?? each))
  if (coarse.length > 0)
    return unprocessable(
      'stamps-too-coarse',
      `The access log of ${formatList(coarse)} stamps whole seconds, so its requests cannot be placed in the trace. Log %{%s}t.%{usec_frac}t (Apache) or $msec (nginx).`,
    )
  const crowded = [...recording.crowded].find((each) => each === (domain ?? each))
  if (crowded !== undefined)
    return unprocessable('too-many-in-flight', words.uploads.crowdedLog(crowded))
  const guests = guestsIn(recording)
  return unprocessable(
    'domain-not-traced',
    guests.length === 0
      ? 'No guest has both CPU time and logged requests in this part of the trace.'
      : `${domain} has no CPU time or no logged requests in this part of the trace; ${formatList(guests)} has.`,
  )
}
