import * as contract from '@steelyard/contract'
import { expect, it } from 'vitest'
import { startTestApi } from '../testing/test-api.ts'

it('has a row with a count per principal and route for what was refused, and none for strangers', async () => {
  const api = await startTestApi()
  try {
    const viewer = await api.as('viewer')
    const operator = await api.as('operator')
    for (let i = 0; i < 30; i++) await viewer(contract.listAuditEvents)
    const last = await viewer(contract.checkAuditIntegrity)
    await operator(contract.listAuditEvents, { headers: { 'x-request-id': 'refused-0001' } })
    expect((await api.anonymous(contract.listAuditEvents)).status).toBe(401)
    expect((await viewer(contract.getSession)).status).not.toBe(403)
    expect(await api.deps.db.auditEvent.count()).toBe(0)
    await api.app.close()

    const rows = await api.deps.db.auditEvent.findMany({ orderBy: { sequence: 'asc' } })
    expect(rows.map((row) => [row.targetName, row.detail, row.requestId])).toEqual([
      ['GET /audit-events', { count: 30 }, expect.any(String)],
      ['GET /audit-events/integrity', { count: 1 }, last.headers['x-request-id']],
      ['GET /audit-events', { count: 1 }, 'refused-0001'],
    ])
    expect(rows[0]).toMatchObject({
      action: 'access.refuse',
      actorKind: 'token',
      outcome: 'refused',
      remoteIp: '127.0.0.1',
    })
    expect(rows[0]?.actorId).not.toBe(rows[2]?.actorId)
  } finally {
    await api.close()
  }
})
