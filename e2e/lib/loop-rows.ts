import { uuidV7 } from '@steelyard/api/uuid'
import type { Outcome } from '@steelyard/contract'
import type pg from 'pg'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import { withDatabase } from './database.ts'

const HOUR_MS = 3_600_000
const MINUTE_SECONDS = 60

/** The recommendations of a host: one that waits with a plan, and one whose plan was applied and judged. */
export interface LoopRows {
  hostId: string
  openPlanId: string
  appliedPlanId: string
  applicationId: string
}

/**
 * Puts what the loop would have done within hours on a watched host into the product's database.
 * @returns the ids of the recommendation that waits and of the one with an outcome
 */
export function insertLoopRows(product: Product, on: LoopRows) {
  return withDatabase(product, (session) => insertAll(session, on))
}

async function insertAll(session: pg.Client, on: LoopRows) {
  const now = Date.now()
  const early = await insertHotspot(
    session,
    on.hostId,
    now - 5 * HOUR_MS,
    new Date(now - 4 * HOUR_MS),
  )
  const judged = await insertRecommendation(session, {
    hostId: on.hostId,
    hotspotId: early,
    planId: on.appliedPlanId,
    applicationId: on.applicationId,
    state: 'confirmed',
    reason: 'The worst time is 0.92 times its target, where it was 1.55 times.',
    relief: RELIEF,
    kind: 'vm2- vm3-',
    decision: 'approved',
    decidedBy: 'Ada',
    decidedAt: new Date(now - 4.8 * HOUR_MS),
    outcome: 'confirmed',
    outcomeEvidence: outcomeAt(now - 4.7 * HOUR_MS),
    judgedAt: new Date(now - 4.7 * HOUR_MS),
    createdAt: new Date(now - 5 * HOUR_MS),
    expiresAt: new Date(now - 4 * HOUR_MS),
    closedAt: new Date(now - 4.7 * HOUR_MS),
  })
  const late = await insertHotspot(session, on.hostId, now - HOUR_MS / 4)
  const waiting = await insertRecommendation(session, {
    hostId: on.hostId,
    hotspotId: late,
    planId: on.openPlanId,
    state: 'open',
    reason: 'A person must approve it.',
    createdAt: new Date(now - HOUR_MS / 4),
    expiresAt: new Date(now + 20 * HOUR_MS),
  })
  await insertJournal(session, on.hostId, now, { early, late, judged, waiting })
  return { recommendationId: waiting, judgedRecommendationId: judged }
}

let inserted = 0

async function insert(session: pg.Client, table: string, row: Record<string, unknown>) {
  // Lists are in the order of their ids.
  const id = uuidV7(Date.now() + ++inserted)
  const all = Object.entries({ id, ...row })
  const names = all.map(([name]) => `"${name}"`).join(', ')
  const places = all.map((_, index) => `$${index + 1}`).join(', ')
  const values = all.map(([, value]) => value)
  await session.query(`INSERT INTO "${table}" (${names}) VALUES (${places})`, values)
  return id
}

function insertHotspot(
  session: pg.Client,
  hostId: string,
  openedMs: number,
  closedAt: Date | null = null,
): Promise<string> {
  const openedEpochSeconds = openedMs / 1000
  const windows = [0.16, 0.248, 0.279].map((valueSeconds, minute) => ({
    startEpochSeconds: openedEpochSeconds - (3 - minute) * MINUTE_SECONDS,
    valueSeconds,
    targetSeconds: 0.18,
    foretold: { ar1: null, 'holt-winters': null },
  }))
  const evidence = {
    atEpochSeconds: openedEpochSeconds,
    windows,
    missed: 2,
    targetSeconds: 0.18,
    forecast: {
      valueSeconds: 0.295,
      by: 'ar1',
      standardErrorSeconds: 0.031,
      meanAbsoluteErrorSeconds: 0.027,
      judgedWindows: 15,
    },
  }
  const openedAt = new Date(openedMs)
  return insert(session, 'Hotspot', { hostId, domain: 'vm1', openedAt, closedAt, evidence })
}

function insertRecommendation(session: pg.Client, row: Record<string, unknown>): Promise<string> {
  return insert(session, 'HostRecommendation', { mode: 'approve', isDryRun: false, ...row })
}

/** What the measured times were before and after, which alone decide. */
function outcomeAt(judgedMs: number): Outcome {
  return {
    state: 'confirmed',
    judgedAt: new Date(judgedMs).toISOString(),
    from: new Date(judgedMs - 3 * 60_000).toISOString(),
    to: new Date(judgedMs).toISOString(),
    worst: { before: 1.55, after: 0.92 },
    domains: [
      {
        domain: 'vm1',
        targetMs: 180,
        beforeMs: 279,
        foretold: null,
        underThisLoad: null,
        leftAlone: null,
        measuredMs: 166,
        loadRatio: 1.08,
        errorRatio: null,
      },
    ],
    statement: 'The worst time is 0.92 times its target, where it was 1.55 times.',
  }
}

const SHARES = { before: 1 / 3, vm1: 0.5, payer: 0.25 }
const change = (domain: string, shareAfter: number) => ({
  domain,
  shareBefore: SHARES.before,
  shareAfter,
})
/** A relief as the loop stores it; its weights are those of the plan. */
const RELIEF = {
  by: 'payers',
  missing: ['vm1'],
  payers: ['vm2', 'vm3'],
  weightsAfter: { vm1: 384, vm2: 192, vm3: 192 },
  changes: [change('vm1', SHARES.vm1), change('vm2', SHARES.payer), change('vm3', SHARES.payer)],
  worstBefore: 1.55,
  worstExpected: 0.8,
  utilisation: 0.87,
  factors: { vm1: 1 },
  pCpus: 1,
  scheduler: 'credit',
  statement:
    'vm1 missed its target of 180 ms in 2 of the last 3 minutes (279 ms, 1.55 times). vm2 has a target and gives some of its weight: it goes from 33.3 % to 25 % of the guests’ weights. vm3 has a target and gives some of its weight: it goes from 33.3 % to 25 % of the guests’ weights. vm1 is expected at 0.8 times its target.',
}

type Subjects = Record<'early' | 'late' | 'judged' | 'waiting', string>

async function insertJournal(
  session: pg.Client,
  hostId: string,
  now: number,
  { early, late, judged, waiting }: Subjects,
): Promise<void> {
  const lines: [hoursAgo: number, decision: string, text: string, of: object][] = [
    [
      5,
      'hotspot-opened',
      'vm1 missed its target of 180 ms in 2 of 3 minutes, and 295 ms is predicted for the next.',
      { hotspotId: early },
    ],
    [4.99, 'relief-planned', RELIEF.statement, { hotspotId: early, recommendationId: judged }],
    [4.8, 'approved', 'Ada approved it.', { recommendationId: judged }],
    [4.78, 'applied', 'The weights were set and read back.', { recommendationId: judged }],
    [
      4.7,
      'outcome-confirmed',
      'The worst time is 0.92 times its target, where it was 1.55 times.',
      { recommendationId: judged },
    ],
    [
      3.5,
      'nothing-done',
      'No target is being missed.',
      { times: 192, lastAt: new Date(now - 0.3 * HOUR_MS) },
    ],
    [
      0.25,
      'hotspot-opened',
      'vm1 missed its target of 180 ms in 2 of 3 minutes, and 295 ms is predicted for the next.',
      { hotspotId: late },
    ],
    [
      0.24,
      'recommended',
      'Weights vm1 256 → 384, predicted to improve the objective by 32 %.',
      { hotspotId: late, recommendationId: waiting },
    ],
    [
      0.23,
      'waits',
      'A person must approve it.',
      { times: 12, lastAt: new Date(now), recommendationId: waiting },
    ],
  ]
  for (const [hoursAgo, decision, text, of] of lines) {
    const at = new Date(now - hoursAgo * HOUR_MS)
    await insert(session, 'JournalEntry', {
      hostId,
      at,
      lastAt: at,
      decision,
      text,
      detail: {},
      ...of,
    })
  }
}
