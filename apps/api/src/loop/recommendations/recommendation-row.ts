import { DOMAIN_0 } from '@steelyard/contract'
import type { Db, Prisma, Tx } from '../../db.ts'
import { notFound } from '../../errors.ts'
import { type PlanRow, planParts, withPolicy } from '../../plans/plan-row.ts'
import { type AnalysisAdvice, advicesOf } from './advice.ts'

/** The recommendations that wait for a person: to be approved, or to be rolled back. */
export const waitingForPerson = { state: { in: ['open', 'worse'] }, closedAt: null }

export const recommendationParts = {
  host: {
    select: {
      name: true,
      tags: true,
      domains: { where: { name: DOMAIN_0, goneAt: null }, select: { weight: true } },
    },
  },
  hotspot: { include: { host: { select: { name: true } } } },
  plan: { include: planParts },
  application: { include: { rollbacks: true } },
} satisfies Prisma.HostRecommendationInclude

type StoredRecommendation = Prisma.HostRecommendationGetPayload<{
  include: typeof recommendationParts
}>

export type RecommendationRow = Omit<StoredRecommendation, 'plan'> & {
  plan: PlanRow | null
  /** Null once its analysis was deleted. */
  advice: AnalysisAdvice | null
}

/** Adds what their analyses say, and what the rules of approval say of their plans. */
export async function withAdvice(
  db: Db | Tx,
  rows: StoredRecommendation[],
): Promise<RecommendationRow[]> {
  const advices = await advicesOf(
    db,
    rows.flatMap(({ analysisId }) => analysisId ?? []),
  )
  const plans = await withPolicy(
    db,
    rows.flatMap(({ plan }) => plan ?? []),
  )
  return rows.map((row) => ({
    ...row,
    plan: plans.find(({ id }) => id === row.planId) ?? null,
    advice: (row.analysisId && advices.get(row.analysisId)) || null,
  }))
}

/** @throws AppError `recommendation-not-found` */
export async function loadRecommendation(db: Db | Tx, id: string): Promise<RecommendationRow> {
  const row = await db.hostRecommendation.findUnique({
    where: { id },
    include: recommendationParts,
  })
  if (!row) throw notFound('recommendation')
  const [recommendation] = await withAdvice(db, [row])
  return recommendation!
}

/** Those of a host that are not closed, newest first. */
export async function unclosedRecommendations(
  tx: Tx,
  hostId: string,
): Promise<RecommendationRow[]> {
  const rows = await tx.hostRecommendation.findMany({
    where: { hostId, closedAt: null },
    include: recommendationParts,
    orderBy: { id: 'desc' },
  })
  return withAdvice(tx, rows)
}
