import type { LeftShares } from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import type { HostEventDetail } from '../../host-event.ts'
import { weightsAt } from '../../hosts/history/weights-at.ts'
import { DAY_MS, secondsOf } from '../../milliseconds.ts'
import { sharesOf } from './shares-of.ts'

/** Applications that have written something, whatever became of it. */
const WROTE = { steps: { some: { kind: { in: ['setting', 'restoring'] } } } }

/** When weights or caps last changed on a host, whoever changed them. In seconds since 1970. */
export async function lastChangeOf(tx: Tx, hostId: string): Promise<number | null> {
  const written = await tx.application.findFirst({
    where: { hostId, finishedAt: { not: null }, ...WROTE },
    orderBy: { finishedAt: 'desc' },
    select: { finishedAt: true },
  })
  const seen = await tx.hostEvent.findFirst({
    where: { hostId, kind: { in: ['weight', 'cap'] } },
    orderBy: { at: 'desc' },
    select: { at: true },
  })
  const times = [written?.finishedAt, seen?.at].flatMap((time) => (time ? time.getTime() : []))
  return times.length === 0 ? null : secondsOf(Math.max(...times))
}

/** Events this close to a restart are what it did to the values. */
const WITH_RESTART_MS = 60_000

/** The shares that were in force before each change of the last day that somebody made. */
export async function leftLately(tx: Tx, hostId: string, now: Date): Promise<LeftShares[]> {
  const since = new Date(now.getTime() - DAY_MS)
  const written = await tx.application.findMany({
    where: { hostId, finishedAt: { gte: since }, ...WROTE },
    select: { createdAt: true },
  })
  const times = [
    ...written.map(({ createdAt }) => createdAt.getTime()),
    ...(await seenSince(tx, hostId, since)),
  ]
  const left: LeftShares[] = []
  for (const time of new Set(times)) {
    const weights = await weightsAt(tx, hostId, new Date(time))
    left.push({ leftAtEpochSeconds: secondsOf(time), shares: sharesOf(weights) })
  }
  return left
}

async function seenSince(tx: Tx, hostId: string, since: Date): Promise<number[]> {
  const kinds = ['weight', 'domain-restarted', 'host-rebooted']
  const events = await tx.hostEvent.findMany({
    where: { hostId, at: { gte: since }, kind: { in: kinds } },
    select: { at: true, kind: true, domain: true, detail: true },
  })
  const byRestart = (domain: string | null, at: Date) =>
    events.some(
      (event) =>
        event.kind !== 'weight' &&
        (event.domain === null || event.domain === domain) &&
        Math.abs(event.at.getTime() - at.getTime()) <= WITH_RESTART_MS,
    )
  return (
    events
      .filter(({ kind, domain, at }) => kind === 'weight' && !byRestart(domain, at))
      // Those of an application are told of by the application itself.
      .filter(({ detail }) => (detail as HostEventDetail).applicationId === undefined)
      .map(({ at }) => at.getTime())
  )
}
