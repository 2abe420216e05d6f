import * as contract from '@steelyard/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { buildApp } from '../http/build-app.ts'
import { loggerOptions } from '../logger.ts'
import { modules } from '../modules.ts'
import { signInAs } from '../testing/sign-in.ts'
import { caller, PASSWORD } from '../testing/test-api.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

it('no log, audit row or record of the API holds the password or the session', async () => {
  const lines: string[] = []
  const options = loggerOptions({ logLevel: 'trace' }, 'api')
  const log = pino(options, { write: (line) => void lines.push(line) })
  const { deps } = client.api
  const app = await buildApp({ ...deps, log }, modules)
  const { cookie } = await signInAs(client.api, 'operator')
  const person = caller(app, { cookie, 'sec-fetch-site': 'same-origin' })

  const double = await client.startDouble()
  const { id: hostId } = await client.enrol(double)
  const plan = await client.plan({ hostId, weights: { vm1: 300 } })
  const apply = (password: string) =>
    person(contract.applyPlan, {
      params: { id: plan.id },
      body: { hash: plan.hash, password },
      headers: { 'idempotency-key': `apply-${password.length}` },
    })
  const mistyped = `${PASSWORD}#`
  expect((await apply(mistyped)).status).toBe(403)
  const applied = await client.ended(await apply(PASSWORD))
  expect(applied).toMatchObject({ state: 'verified', requestedBy: 'operator' })
  await app.close()

  expect(lines.length).toBeGreaterThan(2)
  const [, session] = cookie.split('=')
  const kept = [
    lines,
    await deps.db.auditEvent.findMany({ omit: { sequence: true } }),
    await deps.db.idempotencyRecord.findMany(),
    await deps.db.job.findMany(),
    await deps.db.application.findMany({ include: { steps: true, plan: true } }),
  ].map((value) => JSON.stringify(value))
  for (const text of kept) {
    expect(text.length).toBeGreaterThan(100)
    expect(text).not.toContain(PASSWORD)
    expect(text).not.toContain(session)
    expect(text).not.toContain('PRIVATE KEY')
  }
})
