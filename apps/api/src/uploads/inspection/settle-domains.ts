import { type Fact, factsOf, type KnownHost } from '@steelyard/analysis'
import { DomainName, type SourceQuestion } from '@steelyard/contract'
import { formatOf, type ReadableDetection, visible } from '@steelyard/traces'
import type { DomainMatch } from '../source-state.ts'

/**
 * Decides which domain each name found in a source stands for: the operator's answer, otherwise
 * what the recording, saved xl output or the host shows, otherwise the name itself where nothing
 * contradicts it.
 */
export function settleDomains(
  detection: ReadableDetection,
  found: readonly string[],
  said: readonly DomainMatch[],
  known: KnownHost,
): DomainMatch[] {
  return found.map((name) => {
    const answer = said.find((match) => match.found === name && match.said)
    if (answer) return answer
    const suggested = suggestion(detection, name, known)
    // What no operator could name it must not be named without one.
    const isName = DomainName.safeParse(suggested?.value).data === suggested?.value
    const { value: domain, origin } = (isName && suggested) || unknown
    return { found: name, domain, ...(origin ? { origin } : {}) }
  })
}

const unknown = { value: null, origin: null }
const byName = factsOf({ kind: 'name', path: null })
const byRecording = factsOf({ kind: 'recording', path: null })

const DOMAIN_NUMBER = /^dom(\d+)$/

function suggestion(
  detection: ReadableDetection,
  name: string,
  known: KnownHost,
): Fact<string> | null {
  if (name === 'Domain-0' || name === 'idle') return byName(name)
  const { naming } = formatOf(detection)
  if (naming.by === 'id') {
    const number = DOMAIN_NUMBER.exec(name)?.[1]
    return number === undefined ? null : (known.nameById.get(Number(number)) ?? null)
  }
  const byUuid = known.nameByUuid.get(name.toLowerCase())
  if (naming.by === 'name' && byUuid) return byUuid
  if (known.recording?.accessLogs?.some(({ domain }) => domain === name)) return byRecording(name)
  const wanted = naming.by === 'name' ? name : detection.suggestedDomain
  if (known.guests.length === 0) return byName(wanted)
  const cutAt = naming.by === 'name' ? naming.cutAt : null
  return byName(sameDomain(wanted ?? '', known.guests, cutAt))
}

/** A name as long as a tool's limit may be cut off and mean a unique longer one. */
function sameDomain(
  wanted: string,
  guests: readonly string[],
  cutAt: number | null,
): string | null {
  const equal = guests.find((guest) => guest.toLowerCase() === wanted.toLowerCase())
  if (equal) return equal
  const longer = wanted.length === cutAt ? guests.filter((g) => g.startsWith(wanted)) : []
  return longer.length === 1 ? longer[0]! : null
}

/** A question is open as long as a name has no domain and the operator has not left it out. */
export function domainQuestions(
  matches: readonly DomainMatch[],
  known: KnownHost,
): SourceQuestion[] {
  return matches
    .filter((match) => match.domain === null && !match.said)
    .map(({ found }) => ({
      id: 'domain',
      text: `Which guest is ${visible(found)}? Name it, or leave it out.`,
      blocking: true,
      candidates: known.guests.map((guest) => ({ value: guest, label: guest, meaning: '' })),
    }))
}
