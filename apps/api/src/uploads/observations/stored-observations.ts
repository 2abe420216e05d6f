import type { Observation } from '@steelyard/traces'
import type { Db, Prisma, Tx } from '../../db.ts'
import type { ObservationSetModel } from '../../generated/prisma/models.ts'
import { cpuStats, requestStats } from '../stored-source.ts'

const ROWS_PER_INSERT = 1000

/** Observations in the form that the pipeline takes, and how they were made. */
export interface KnownObservations {
  windowSeconds: number
  observations: Observation[]
  notes: string[]
}

export async function findObservationSet(
  db: Db | Tx,
  key: string,
): Promise<ObservationSetModel | null> {
  return db.observationSet.findUnique({ where: { key } })
}

export async function loadObservations(
  db: Db | Tx,
  set: ObservationSetModel,
): Promise<KnownObservations> {
  const rows = await db.observation.findMany({
    where: { setId: set.id },
    orderBy: [{ domain: 'asc' }, { windowStart: 'asc' }],
  })
  return {
    windowSeconds: set.windowSeconds,
    notes: set.notes as string[],
    observations: rows.map((row) => ({
      domain: row.domain,
      windowStartEpochSeconds: row.windowStart.getTime() / 1000,
      windowSeconds: set.windowSeconds,
      requests: requestStats.readIfAny(row.requests),
      clientRequests: requestStats.readIfAny(row.clientRequests),
      cpu: cpuStats.readIfAny(row.cpu),
    })),
  }
}

/** Stores a set, or finds the set that another analysis of the same bytes has stored meanwhile. */
export async function storeObservations(
  tx: Tx,
  key: string,
  { windowSeconds, observations, notes }: KnownObservations,
  uploadIds: readonly string[],
): Promise<string> {
  const { count } = await tx.observationSet.createMany({
    data: [{ key, windowSeconds, notes }],
    skipDuplicates: true,
  })
  const set = (await findObservationSet(tx, key))!
  for (let from = 0; count > 0 && from < observations.length; from += ROWS_PER_INSERT) {
    await tx.observation.createMany({
      data: observations.slice(from, from + ROWS_PER_INSERT).map((observation) => ({
        setId: set.id,
        domain: observation.domain,
        windowStart: new Date(observation.windowStartEpochSeconds * 1000),
        ...jsonOf('requests', observation.requests),
        ...jsonOf('clientRequests', observation.clientRequests),
        ...jsonOf('cpu', observation.cpu),
      })),
    })
  }
  await tx.observationSet.update({
    where: { id: set.id },
    data: { uploads: { connect: uploadIds.map((id) => ({ id })) } },
  })
  return set.id
}

function jsonOf(name: string, value: object | null): Record<string, Prisma.InputJsonObject> {
  return value ? { [name]: value as Prisma.InputJsonObject } : {}
}
