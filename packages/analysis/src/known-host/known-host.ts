import type { Recording } from '@steelyard/traces'
import type { Contradiction, Experiments, Fact, HostFacts } from './host-facts.ts'
import { factsOf, type Testimony } from './host-testimony.ts'
import { joinXlOutputs, type SavedXlOutput } from './join-xl-outputs.ts'

/** The facts about the host of an upload that are known before its sources are examined. */
export interface KnownHost {
  /** Maps Xen's number of a domain to its name, which identifies the domain in xenmon's files. */
  nameById: ReadonlyMap<number, Fact<string>>
  /** Maps XAPI's UUID of a domain to its name, which identifies the domain in its RRDs. */
  nameByUuid: ReadonlyMap<string, Fact<string>>
  /** Guest domains; empty when no source has named any yet. */
  guests: readonly string[]
  recording: Recording | null
  facts: HostFacts
}

export interface EnrolledHost {
  scheduler: string | null
  pCpus: number | null
  domains: readonly {
    name: string
    xenId: number | null
    weight: number | null
    cap: number | null
    vCpus: number | null
  }[]
  /** Its last reading. Null when it was never read. */
  inventory: {
    xenVersion: string
    /** Absent from readings of earlier versions. */
    experiments?: Experiments | null
    cpupools: readonly {
      scheduler: string
      timeSliceMs: number | null
      rateLimitUs: number | null
    }[]
  } | null
}

/**
 * Joins the recording, saved output of xl and the enrolled host, in that order of precedence: the
 * recording describes its own time, xl's output was saved around then, and the host is read today.
 */
export function knownHost(said: {
  recording: Recording | null
  xl: readonly SavedXlOutput[]
  host: EnrolledHost | null
}): KnownHost {
  const xl = joinXlOutputs(said.xl)
  const recorded = byRecording(said.recording)
  const scheduler = recorded.scheduler ?? xl.testimony.scheduler
  const ranked = [recorded, xl.testimony, byHost(said.host, scheduler?.value)]
  const first = <T>(pick: (testimony: Testimony) => T | null | undefined): T | null => {
    for (const testimony of ranked) {
      const said = pick(testimony)
      if (said !== null && said !== undefined) return said
    }
    return null
  }
  const names = [...new Set(ranked.flatMap(({ domains }) => [...domains.keys()]))].sort()
  return {
    nameById: new Map(ranked.toReversed().flatMap(({ nameById }) => [...nameById])),
    nameByUuid: xl.nameByUuid,
    guests: names.filter((name) => name !== 'Domain-0'),
    recording: said.recording,
    facts: {
      scheduler: first(({ scheduler }) => scheduler),
      tsliceMs: first(({ tsliceMs }) => tsliceMs),
      ratelimitUs: first(({ ratelimitUs }) => ratelimitUs),
      xenVersion: first(({ xenVersion }) => xenVersion),
      pCpus: first(({ pCpus }) => pCpus),
      experiments: factsOf({ kind: 'host', path: null })(said.host?.inventory?.experiments),
      domains: names.map((domain) => ({
        domain,
        xenId: first(({ domains }) => domains.get(domain)?.xenId),
        weight: first(({ domains }) => domains.get(domain)?.weight),
        cap: first(({ domains }) => domains.get(domain)?.cap),
        vCpus: first(({ domains }) => domains.get(domain)?.vCpus),
      })),
      contradictions: xl.contradictions.filter(({ about }) => !isAnswered(about, recorded)),
    },
  }
}

/** A contradiction between saved outputs does not matter when the recording has the answer. */
function isAnswered(about: Contradiction['about'], recorded: Testimony): boolean {
  switch (about.what) {
    case 'scheduler':
    case 'tsliceMs':
    case 'ratelimitUs':
    case 'xenVersion':
    case 'pCpus':
      return recorded[about.what] !== null
    case 'name':
      return recorded.nameById.has(about.id)
    case 'weight':
    case 'cap':
    case 'vCpus':
      return Boolean(recorded.domains.get(about.domain)?.[about.what])
  }
}

function byRecording(recording: Recording | null): Testimony {
  const fact = factsOf({ kind: 'recording', path: null })
  const domains = recording?.domains ?? []
  const atEnd = new Map(domains.map(({ name, weight }) => [name, weight]))
  const changes = [...(recording?.weightChanges ?? [])].sort((a, b) => a.atSeconds - b.atSeconds)
  for (const { domain, weight } of changes) atEnd.set(domain, weight)
  return {
    scheduler: fact(recording?.scheduler?.name),
    tsliceMs: fact(recording?.scheduler?.tsliceMs),
    ratelimitUs: fact(recording?.scheduler?.ratelimitUs),
    xenVersion: fact(recording?.xenVersion),
    pCpus: null,
    nameById: new Map(domains.map(({ id, name }) => [id, fact(name)!])),
    domains: new Map(
      domains.map(({ id, name, vCpus }) => [
        name,
        { xenId: fact(id), weight: fact(atEnd.get(name)), cap: null, vCpus: fact(vCpus) },
      ]),
    ),
  }
}

/** @param scheduler in force, whose cpupool has the parameters that matter; else the host's own */
function byHost(host: EnrolledHost | null, scheduler = host?.scheduler): Testimony {
  const fact = factsOf({ kind: 'host', path: null })
  const domains = host?.domains ?? []
  const pool = host?.inventory?.cpupools.find((each) => each.scheduler === scheduler)
  return {
    scheduler: fact(host?.scheduler),
    tsliceMs: fact(pool?.timeSliceMs),
    ratelimitUs: fact(pool?.rateLimitUs),
    xenVersion: fact(host?.inventory?.xenVersion),
    pCpus: fact(host?.pCpus),
    nameById: new Map(
      domains.flatMap(({ xenId, name }) => (xenId === null ? [] : [[xenId, fact(name)!]])),
    ),
    domains: new Map(
      domains.map(({ name, xenId, weight, cap, vCpus }) => [
        name,
        { xenId: fact(xenId), weight: fact(weight), cap: fact(cap), vCpus: fact(vCpus) },
      ]),
    ),
  }
}
