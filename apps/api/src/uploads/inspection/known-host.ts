import type { Recording } from '@steelyard/traces'

/** What is known about the host of an upload before its sources are looked at. */
export interface KnownHost {
  /** Xen's number of a domain -> its name: how xenmon's files are told apart. */
  nameById: ReadonlyMap<number, string>
  /** Guest domains; empty when nobody has said anything yet. */
  guests: readonly string[]
  recording: Recording | null
}

export function knownHost(
  recording: Recording | null,
  domains: readonly { name: string; xenId: number | null }[],
): KnownHost {
  const nameById = new Map<number, string>()
  for (const { name, xenId } of domains) if (xenId !== null) nameById.set(xenId, name)
  // Last, because ids are handed out anew: the recording knows those of its own time.
  for (const { name, id } of recording?.domains ?? []) nameById.set(id, name)
  const names = [...domains, ...(recording?.domains ?? [])].map((domain) => domain.name)
  return {
    nameById,
    guests: [...new Set(names)].filter((name) => name !== 'Domain-0').sort(),
    recording,
  }
}
