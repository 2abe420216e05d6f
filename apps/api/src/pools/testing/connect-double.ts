import * as contract from '@steelyard/contract'
import type { PoolDouble } from '@steelyard/xapi/testing'
import { expectStatus, type HostClient } from '../../hosts/testing/host-client.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'

let added = 0

/** Adds a pool and connects it, with the certificates of all its hosts confirmed. */
export async function connectDouble(
  client: HostClient,
  { members: [first, ...others], options }: PoolDouble,
): Promise<string> {
  const { call, api } = client
  const { address, port, fingerprint } = first!
  const body = { name: `double ${++added}`, address, port }
  const { pool, job } = expectStatus(await call(contract.addPool, { body }), 202)
  await waitForJob(api.deps, job.id)
  const params = { id: pool.id }
  const account = { fingerprint, username: options.user, password: options.password }
  const connected = expectStatus(await call(contract.connectPool, { params, body: account }), 202)
  await waitForJob(api.deps, connected.job.id)
  for (const member of others) {
    const shown = { address: member.address, fingerprint: member.fingerprint }
    expectStatus(await call(contract.pinPoolMember, { params, body: shown }), 200)
  }
  return pool.id
}
