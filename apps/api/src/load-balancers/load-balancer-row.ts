import { LoadBalancerReport, Trouble } from '@steelyard/contract'
import {
  type AdviceReason,
  type AdviceState,
  fitUsl,
  type OwnReport,
  type ThreadLimits,
  type ThroughputPoint,
  type UslFit,
} from '@steelyard/model'
import { z } from 'zod'
import type { Db, Prisma, Tx } from '../db.ts'
import type { LoadBalancerModel } from '../generated/prisma/models.ts'
import { jsonColumn } from '../json-column.ts'

/** A reading of the load balancer's cpupool; the numbers of CPUs are means over `seconds`. */
export interface StoredReading {
  seconds: number
  pCpus: number
  idlePCpus: number
  ownPCpus: number
  runnableVCpus: number
  /** What the load balancer reported at that time. Absent in what older versions stored. */
  report?: OwnReport | null
}

/** The state of the advice after the reading, its reason and the limits at that time. */
interface StoredAdvice {
  state: AdviceState
  reason: AdviceReason
  limits: ThreadLimits
}

export const storedReading = jsonColumn<StoredReading>(
  'a reading of the load balancer',
  z.looseObject({ seconds: z.number(), pCpus: z.number(), runnableVCpus: z.number() }),
)

export const storedAdvice = jsonColumn<StoredAdvice>(
  'the advice to a load balancer',
  z.looseObject({
    state: z.looseObject({ threads: z.number() }),
    reason: z.string(),
    limits: z.looseObject({}),
  }),
)

/** A row with its JSON parsed, its host's name, and its domain's vCPUs as last read. */
export type LoadBalancerRow = Omit<
  LoadBalancerModel,
  'reading' | 'report' | 'advice' | 'problem'
> & {
  points: ThroughputPoint[]
  reading: StoredReading | null
  report: LoadBalancerReport | null
  advice: StoredAdvice | null
  problem: Trouble | null
  hostName: string
  vCpus: number | null
}

export const withHost = {
  points: { select: { processes: true, throughputPerSecond: true }, orderBy: { position: 'asc' } },
  host: { select: { name: true, domains: { select: { name: true, vCpus: true } } } },
} satisfies Prisma.LoadBalancerInclude

export function toRow({
  host,
  ...row
}: Prisma.LoadBalancerGetPayload<{ include: typeof withHost }>): LoadBalancerRow {
  return {
    ...row,
    reading: storedReading.readIfAny(row.reading),
    report: LoadBalancerReport.nullable().parse(row.report),
    advice: storedAdvice.readIfAny(row.advice),
    problem: Trouble.nullable().parse(row.problem),
    hostName: host.name,
    vCpus: host.domains.find(({ name }) => name === row.domain)?.vCpus ?? null,
  }
}

export async function findLoadBalancer(
  db: Db | Tx,
  hostId: string,
): Promise<LoadBalancerRow | null> {
  const row = await db.loadBalancer.findUnique({ where: { hostId }, include: withHost })
  return row && toRow(row)
}

/** Null until three different numbers of processes have been measured. */
export function fitOf(points: readonly ThroughputPoint[]): UslFit | null {
  return new Set(points.map(({ processes }) => processes)).size < 3 ? null : fitUsl(points)
}
