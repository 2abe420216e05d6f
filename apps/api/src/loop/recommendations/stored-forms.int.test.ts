import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Prisma } from '../../db.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { packSaying } from '../journal/stored-saying.ts'
import { advicesOf } from './advice.ts'

let api: TestApi
let hostId: string
beforeAll(async () => {
  api = await startTestApi()
  hostId = (await api.deps.db.host.create({ data: { name: 'xen1' } })).id
})
afterAll(() => api.close())

const RELIEF = {
  by: 'payers',
  missing: ['vm1'],
  payers: ['vm2'],
  weightsAfter: { vm1: 384, vm2: 128 },
  changes: [
    { domain: 'vm1', shareBefore: 0.5, shareAfter: 0.75 },
    { domain: 'vm2', shareBefore: 0.5, shareAfter: 0.25 },
  ],
  worstBefore: 2,
  worstExpected: null,
  factors: {},
  pCpus: 1,
  scheduler: 'credit',
}
const FIGURES = {
  by: 'payers',
  missing: ['vm1'],
  missed: [{ domain: 'vm1', targetSeconds: 0.1, valueSeconds: 0.2, missed: 2, minutes: 3 }],
  paying: [
    {
      domain: 'vm2',
      targetSeconds: null,
      softTargetSeconds: null,
      shareBefore: 0.5,
      shareAfter: 0.25,
    },
  ],
  targeted: ['vm1'],
  worstExpected: null,
} as const

const JUDGED_AT = new Date('2026-11-27T12:00:00.123Z')
const OUTCOME = {
  version: 2,
  state: 'confirmed',
  deciding: [],
  worst: { before: 2, after: 0.5 },
  fromEpochSeconds: 1_795_780_000,
  toEpochSeconds: 1_795_780_180,
  domains: [
    {
      domain: 'vm1',
      targetSeconds: 0.1,
      beforeSeconds: 0.2,
      foretold: null,
      underThisLoad: null,
      leftAlone: null,
      measuredSeconds: 0.05,
      loadRatio: 1,
      errorRatio: null,
    },
  ],
}

async function store(row: Record<string, unknown>): Promise<string> {
  const { id } = await api.deps.db.hostRecommendation.create({
    data: {
      hostId,
      state: 'confirmed',
      mode: 'approve',
      isDryRun: false,
      expiresAt: new Date(),
      closedAt: new Date(),
      outcome: 'confirmed',
      judgedAt: JUDGED_AT,
      ...(row as { why: Prisma.InputJsonObject }),
    },
  })
  return id
}

async function shown(): Promise<Map<string, contract.HostRecommendation>> {
  const { body } = await (await api.as('viewer'))(contract.listRecommendations, { query: {} })
  return new Map((body.data as contract.HostRecommendation[]).map((each) => [each.id, each]))
}

it('shows reason, relief and outcome in words that are made when they are read', async () => {
  const id = await store({
    why: packSaying({ code: 'relief-planned', relief: FIGURES }),
    relief: { version: 2, ...RELIEF, figures: FIGURES },
    outcomeEvidence: OUTCOME,
  })
  const said =
    'vm1 missed its target of 100 ms in 2 of the last 3 minutes (200 ms, 2 times). vm2 has no target and gives 50 % of its part of the guests’ weights. Even then the load of vm1 does not fit its weight.'
  const row = (await shown()).get(id)!
  expect(contract.HostRecommendation.parse(row)).toEqual(row)
  expect(row).toMatchObject({
    reason: said,
    relief: { statement: said, worstBefore: 2, worstExpected: null },
    outcome: {
      state: 'confirmed',
      judgedAt: JUDGED_AT.toISOString(),
      from: new Date(OUTCOME.fromEpochSeconds * 1000).toISOString(),
      worst: { before: 2, after: 0.5 },
      domains: [{ domain: 'vm1', targetMs: 100, beforeMs: 200, measuredMs: 50 }],
      statement: expect.stringMatching(/^Every target is kept\. /),
    },
  })
})

it('hands out what an earlier version stored in words as it is', async () => {
  const outcome = {
    state: 'confirmed',
    judgedAt: JUDGED_AT.toISOString(),
    from: JUDGED_AT.toISOString(),
    to: JUDGED_AT.toISOString(),
    domains: [],
    statement: 'It came out so.',
  }
  const id = await store({
    reason: 'It stands so.',
    relief: { ...RELIEF, statement: 'It relieves so.' },
    outcomeEvidence: outcome,
  })
  expect((await shown()).get(id)).toMatchObject({
    reason: 'It stands so.',
    relief: { statement: 'It relieves so.' },
    outcome: { ...outcome, worst: null },
  })
})

it('says so where a version to come stored it, and hides no other', async () => {
  const id = await store({
    why: { version: 2, code: 'confirmed-later' },
    outcomeEvidence: { version: 3 },
  })
  const rows = await shown()
  expect(rows.size).toBe(3)
  expect(rows.get(id)).toMatchObject({
    reason: expect.stringContaining('stored in form 2'),
    outcome: { state: 'confirmed', statement: expect.stringContaining('stored in form 3') },
  })
})

/** One analysis as version 1 stored it, with milliseconds and sentences, and the same as of version 2. */
const results = readFileSync(
  path.join(import.meta.dirname, '../../analyses/testing/stored-results.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

it('asks the same of an analysis in whichever form it was stored', async () => {
  const { db } = api.deps
  const ids: string[] = []
  for (const { targets, ...row } of results) {
    const { id } = await db.analysis.create({
      data: {
        name: 'x',
        hostId,
        ...row,
        grade: 'enough',
        targets: {
          create: targets.map((target: object, position: number) => ({ ...target, position })),
        },
      },
    })
    ids.push(id)
  }
  const advices = await advicesOf(db, ids)
  const [earlier, now] = ids.map((id) => advices.get(id)!)
  const figures = ({ isChange, shares, changes }: typeof earlier & object) => ({
    isChange,
    shares: shares.map(({ domain, shareAfter }) => [domain, shareAfter]),
    changes,
  })
  expect(figures(now!)).toEqual(figures(earlier!))
  expect(now!.gain).toBeCloseTo(earlier!.gain!, 9)
  const because = { code: 'leave' } as const
  const said = [earlier!, now!].map(({ says }) =>
    words.loop.saying({ code: 'not-worth-it', because, analysis: says }),
  )
  // What was stored as presented keeps the words of its time.
  expect(said[1]).toBe(said[0]!.replace('Leave them.', 'Leave the weights alone.'))
})
