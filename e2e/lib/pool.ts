import { addPool, connectPool } from '@steelyard/contract'
import { type PoolDouble, poolDouble } from '@steelyard/xapi/testing'
import { type Api, finished } from './api.ts'

/** Runs `use` with a pool of three hosts, whose inventory leaves something to doubt. */
export async function withPoolDouble(use: (pool: PoolDouble) => Promise<void>): Promise<void> {
  const pool = await poolDouble({
    hosts: [{ name: 'xen1' }, { name: 'xen2' }, { name: 'xen3', isEnabled: false }],
    guests: [
      { name: 'vm1', params: { weight: '512' } },
      { name: 'vm2', params: { weight: '-7' } },
      { name: 'vm3', host: 0, storage: 'local' },
    ],
  })
  try {
    await use(pool)
  } finally {
    await pool.close()
  }
}

/** Adds the pool up to the comparison of its certificate. */
export async function offerPool(api: Api, name: string, { members }: PoolDouble): Promise<string> {
  const { address, port } = members[0]!
  const { pool, job } = await api(addPool, { body: { name, address, port } })
  await finished(api, job)
  return pool.id
}

/** Confirms what was offered and reads the pool. */
export async function readOffered(api: Api, id: string, { members }: PoolDouble): Promise<void> {
  const body = { fingerprint: members[0]!.fingerprint, username: 'root', password: 'secret' }
  const { job } = await api(connectPool, { params: { id }, body })
  await finished(api, job)
}
