import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type HostClient,
  setsSent,
  startHostClient,
  weightsOf,
} from '../hosts/testing/host-client.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

const EQUAL = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }
const WANTED = { 'Domain-0': 256, vm1: 384, vm2: 256, vm3: 128 }

describe('the whole way', () => {
  it('enrols, plans by hand, applies, verifies and rolls back', async () => {
    const double = await client.startDouble()
    const host = await client.enrol(double)
    expect(host).toMatchObject({
      connection: { state: 'connected', pinnedFingerprint: double.hostKeyFingerprint },
      scheduler: 'credit',
      pCpus: 1,
      jobId: null,
    })
    await client.expectRecordOf(double, host.id)

    const plan = await client.plan({ hostId: host.id, weights: { vm1: 384, vm3: 128 } })
    expect(plan).toMatchObject({ state: 'planned', canApply: true, reasons: [], drift: [] })
    expect(plan.commands).toEqual(['xl sched-credit -d 3 -w 128', 'xl sched-credit -d 1 -w 384'])
    expect(setsSent(double)).toEqual([])

    const accepted = await client.apply(plan)
    expect(accepted).toMatchObject({ status: 202, body: { application: { state: 'confirmed' } } })
    const applied = await client.ended(accepted)
    expect(applied).toMatchObject({ kind: 'apply', state: 'verified', canRollBack: true })
    expect(setsSent(double)).toEqual(plan.commands)
    expect(weightsOf(double)).toEqual(WANTED)
    await client.expectRecordOf(double, host.id)
    expect(applied.readBack).toEqual([
      expect.objectContaining({ domain: 'vm3', weight: 128, expectedWeight: 128, matches: true }),
      expect.objectContaining({ domain: 'vm1', weight: 384, expectedWeight: 384, matches: true }),
    ])
    expect(applied.steps.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'started done',
      'rechecked done',
      'setting done',
      'read-back done',
      'setting done',
      'read-back done',
      'finished done',
    ])

    const undone = await client.ended(await client.rollBack(applied.id))
    expect(undone).toMatchObject({
      kind: 'roll-back',
      state: 'rolled-back',
      rollbackOfId: applied.id,
      canRollBack: false,
      trouble: null,
    })
    expect(weightsOf(double)).toEqual(EQUAL)
    await client.expectRecordOf(double, host.id)
    const original = await client.call(contract.getApplication, { params: { id: applied.id } })
    expect(original.body).toMatchObject({ state: 'verified', canRollBack: false })
    const used = await client.call(contract.getPlan, { params: { id: plan.id } })
    expect(used.body).toMatchObject({ state: 'rolled-back', canApply: false })
    expect(used.body.applicationIds).toEqual([applied.id, undone.id])
  })
})
