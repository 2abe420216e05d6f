import * as contract from '@steelyard/contract'
import type { ApplicationResult, RecordedChange } from '@steelyard/xen'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Prisma } from '../db.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { rollbackCandidates } from './application-row.ts'
import { applicationResult, storedResult } from './stored-result.ts'

const CHANGE: RecordedChange = {
  lever: 'weight',
  uuid: 'u1',
  name: 'vm1',
  before: { weight: 256, cap: 0 },
  after: { weight: 512, cap: 0 },
}
/** The host kept another value, so the change can still be undone. */
const FAILED: ApplicationResult = {
  outcome: 'failed',
  hostTouched: true,
  reason: { code: 'requested', message: 'The roll-back was requested.' },
  drift: [],
  notUndone: [
    {
      lever: 'weight',
      uuid: 'u1',
      name: 'vm1',
      wanted: CHANGE.before,
      found: CHANGE.after,
      code: 'refused',
      said: null,
    },
  ],
  unrecordedSteps: 0,
}
/** As version 1 stored how the same application ended. */
const EARLIER = {
  statement: 'In the words of an earlier version.',
  trouble: { code: 'refused', message: 'In its words, too.' },
  readBack: [],
  alsoRead: [],
  mayStand: [CHANGE],
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function store(name: string, result: Prisma.InputJsonValue) {
  const { db } = api.deps
  const { id: hostId } = await db.host.create({ data: { name } })
  const plan = await db.plan.create({ data: { hostId, wanted: { weights: [], analysed: [] } } })
  const { id } = await db.application.create({
    data: {
      kind: 'apply',
      planId: plan.id,
      hostId,
      state: 'failed',
      requestedBy: 'Ada',
      finishedAt: new Date(),
      result,
    },
  })
  return { id, hostId }
}

it('shows how an application ended in whichever form it was stored, and what can be undone', async () => {
  const now = await store('now', applicationResult.write(storedResult(FAILED, [CHANGE], null)))
  const earlier = await store('earlier', applicationResult.write(EARLIER))
  const toCome = await store('to come', { version: 3, mayStand: [] })
  const call = await api.as('viewer')
  const { body } = await call(contract.listApplications, { query: {} })
  const shown = (id: string) => (body.data as contract.Application[]).find((each) => each.id === id)
  expect(shown(now.id)).toMatchObject({
    statement: expect.stringMatching(
      /^Not everything could be restored: vm1 could not be restored/,
    ),
    trouble: { code: 'refused' },
    readBack: [{ domain: 'vm1', weight: null, expectedWeight: 256, matches: false }],
    canRollBack: true,
  })
  expect(shown(earlier.id)).toMatchObject({
    statement: EARLIER.statement,
    trouble: EARLIER.trouble,
    canRollBack: true,
  })
  expect(shown(toCome.id)).toMatchObject({
    statement: expect.stringContaining('stored in form 3'),
    trouble: null,
  })
  const hosts = [now, earlier].map(({ hostId }) => hostId)
  expect([...(await rollbackCandidates(api.deps.db, hosts))].sort()).toEqual(
    [now.id, earlier.id].sort(),
  )
})
