import type { Observation, TimeResolution } from '@steelyard/traces'
import type { Db, Prisma, Tx } from '../../db.ts'
import type { ObservationSetModel } from '../../generated/prisma/models.ts'
import { cpuStats, requestStats } from '../stored-source.ts'
import type { ArrivalSide, KeptArrivals } from './latest-arrivals.ts'

const ROWS_PER_INSERT = 1000

/** Observations in the form that the pipeline takes, and how they were made. */
export interface KnownObservations {
  windowSeconds: number
  observations: Observation[]
  notes: string[]
  /** The latest requests, where they are kept. */
  arrivals?: KeptArrivals | null
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
    arrivals: await loadKeptArrivals(db, set),
  }
}

async function loadKeptArrivals(
  db: Db | Tx,
  { id, arrivalsFrom }: ObservationSetModel,
): Promise<KeptArrivals | null> {
  if (arrivalsFrom === null) return null
  const rows = await db.observationArrivals.findMany({ where: { setId: id } })
  return {
    fromEpochSeconds: arrivalsFrom,
    times: rows.map(({ domain, side, resolution, epochSeconds }) => ({
      domain,
      side: side as ArrivalSide,
      resolution: resolution as TimeResolution,
      epochSeconds: floatsIn(epochSeconds),
    })),
  }
}

const FLOAT_BYTES = 8

function bytesOf(numbers: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.length * FLOAT_BYTES))
  for (let i = 0; i < numbers.length; i++) view.setFloat64(i * FLOAT_BYTES, numbers[i]!, true)
  return new Uint8Array(view.buffer)
}

function floatsIn(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.byteLength / FLOAT_BYTES
  return Float64Array.from({ length }, (_, i) => view.getFloat64(i * FLOAT_BYTES, true))
}

/** Stores a set, or finds the set that another analysis of the same bytes has stored meanwhile. */
export async function storeObservations(
  tx: Tx,
  key: string,
  { windowSeconds, observations, notes, arrivals }: KnownObservations,
  uploadIds: readonly string[],
): Promise<string> {
  const { count } = await tx.observationSet.createMany({
    data: [{ key, windowSeconds, notes, arrivalsFrom: arrivals?.fromEpochSeconds ?? null }],
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
  if (count > 0 && arrivals) {
    await tx.observationArrivals.createMany({
      data: arrivals.times.map(({ domain, side, resolution, epochSeconds }) => ({
        setId: set.id,
        domain,
        side,
        resolution,
        epochSeconds: bytesOf(epochSeconds),
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
