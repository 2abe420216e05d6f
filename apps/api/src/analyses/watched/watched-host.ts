import { type HostFacts, knownHost } from '@steelyard/analysis'
import type { Recording } from '@steelyard/traces'
import type { Db } from '../../db.ts'
import { epochSecondsOf } from '../../epoch.ts'
import type { DomainModel, HostEventModel, HostModel } from '../../generated/prisma/models.ts'
import type { HostEventDetail } from '../../host-event.ts'
import { enrolledHost } from '../../uploads/known-host-of.ts'
import type { WatchedRange } from './check-watched.ts'

type HostWithDomains = HostModel & { domains: DomainModel[] }

/**
 * What is known of a host in a range that was watched: its weights and caps as they are now, undone
 * change by change, as readings of the host show them.
 */
export async function watchedHost(
  db: Db,
  host: HostWithDomains,
  { from, to }: WatchedRange,
): Promise<{ facts: HostFacts; recordings: Recording[] }> {
  const events = await db.hostEvent.findMany({
    where: { hostId: host.id, at: { gt: from }, kind: { in: ['weight', 'cap'] } },
    orderBy: { at: 'asc' },
  })
  const atStart = asOf(host.domains, events)
  const atEnd = asOf(
    host.domains,
    events.filter(({ at }) => at > to),
  )
  const { facts } = knownHost({
    recording: null,
    xl: [],
    host: enrolledHost({ ...host, domains: atEnd }),
  })
  const within = events.filter(({ at, kind }) => at <= to && kind === 'weight')
  return { facts, recordings: [recordingOf(atStart, within, from)] }
}

/** The domains as they were before these events, which are the oldest first. */
export function asOf(
  domains: readonly DomainModel[],
  events: readonly Pick<HostEventModel, 'kind' | 'domain' | 'detail'>[],
): DomainModel[] {
  return domains.map((domain) => {
    const before = (kind: 'weight' | 'cap') => {
      const first = events.find((event) => event.kind === kind && event.domain === domain.name)
      return first ? ((first.detail as HostEventDetail).before ?? null) : domain[kind]
    }
    return { ...domain, weight: before('weight'), cap: before('cap') }
  })
}

function recordingOf(
  domains: readonly DomainModel[],
  changes: readonly HostEventModel[],
  from: Date,
): Recording {
  const startEpochSeconds = epochSecondsOf(from)
  return {
    description: '',
    xenVersion: null,
    domains: domains.flatMap(({ name, xenId, vCpus, weight }) =>
      weight === null ? [] : [{ name, id: xenId ?? 0, vCpus: vCpus ?? 1, weight }],
    ),
    scheduler: null,
    phases: [],
    weightChanges: changes.flatMap(({ at, domain, detail }) => {
      const { after } = detail as HostEventDetail
      if (domain === null || after === null || after === undefined) return []
      return [{ atSeconds: epochSecondsOf(at) - startEpochSeconds, domain, weight: after }]
    }),
    client: null,
    connections: null,
    startEpochSeconds,
    hostMinusClientSeconds: 0,
    xenmonStartEpochHostSeconds: null,
    xentraceStartEpochHostSeconds: null,
    tscHz: null,
    xentop: null,
    accessLogFormat: null,
    accessEpochLogFormat: null,
    accessLogs: null,
  }
}
