import type * as contract from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type AppError, unprocessable } from '../../errors.ts'
import { loadTracedPart } from './load-traced-part.ts'
import { crowdedLog } from './notes-on.ts'
import type { TracedGuest, TracedRecording } from './read-traced-part.ts'

export type AskedPart = z.output<typeof contract.TracedPart>

/** One guest in part of a trace, and what else happened there. */
export interface GuestInPart extends TracedGuest {
  domain: string
  recording: Awaited<ReturnType<typeof loadTracedPart>>
}

/** @throws AppError `domain-not-traced`, `stamps-too-coarse`, `too-many-in-flight`; as `loadTracedPart` does */
export async function loadTracedGuest(
  deps: Pick<Deps, 'db' | 'config'>,
  uploadId: string,
  { domain: asked, fromSeconds, seconds }: AskedPart,
): Promise<GuestInPart> {
  const part = { fromSeconds, toSeconds: fromSeconds + seconds }
  const recording = await loadTracedPart(deps, uploadId, part)
  const domain = asked ?? guestsIn(recording)[0]
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
  if (crowded !== undefined) return unprocessable('too-many-in-flight', crowdedLog(crowded))
  const guests = guestsIn(recording)
  return unprocessable(
    'domain-not-traced',
    guests.length === 0
      ? 'No domain has both CPU time and logged requests in this part of the trace.'
      : `${domain} has no CPU time or no logged requests in this part of the trace; ${formatList(guests)} has.`,
  )
}
