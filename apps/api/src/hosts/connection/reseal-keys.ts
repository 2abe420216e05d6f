import { systemActor } from '../../access/actor.ts'
import { openText, sealText } from '../../access/sealed-text.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { sealedForPool } from '../../pools/pool-password.ts'
import { sealedFor } from '../ssh-access.ts'

export interface SecretKeys {
  /** The key under which the rows are sealed now. */
  from: Buffer
  to: Buffer
}

/** The agent's connections to the database; a running agent would go on to seal under its own key. */
export const AGENT_APPLICATION_NAME = 'steelyard-agent'

/**
 * Seals every SSH private key under another secret key: all of them, or none. Rows that an earlier,
 * interrupted rotation has sealed under the new key already stay as they are.
 * @returns how many keys were sealed anew
 * @throws Error when an agent is connected, or a row opens under neither key
 */
export async function resealKeys(db: Db, keys: SecretKeys): Promise<number> {
  return db.$transaction(async (tx) => {
    const agents = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = ${AGENT_APPLICATION_NAME}`
    if (agents.length > 0) throw new Error('An agent is running on this database. Stop it first.')
    await tx.$executeRaw`LOCK TABLE "SshAccess" IN SHARE ROW EXCLUSIVE MODE`
    await tx.$executeRaw`LOCK TABLE "Pool" IN SHARE ROW EXCLUSIVE MODE`
    const where = { privateKeySealed: { not: null } }
    const accesses = await tx.sshAccess.findMany({ where })
    const pools = await tx.pool.findMany({ where })
    const due = [
      ...accesses.map((row) => ({ table: 'access' as const, row, owner: sealedFor(row) })),
      ...pools.map((row) => ({ table: 'pool' as const, row, owner: sealedForPool(row.id) })),
    ].filter((each) => !opensUnder(keys.to, each))
    for (const { table, row, owner } of due) {
      const data = {
        privateKeySealed: sealText(keys.to, owner, openFrom(keys.from, { row, owner })),
      }
      if (table === 'access') await tx.sshAccess.update({ where: { id: row.id }, data })
      else await tx.pool.update({ where: { id: row.id }, data })
    }
    await audit(tx, systemActor('command-line'), {
      action: 'installation.rotate-key',
      detail: { keys: due.length },
    })
    return due.length
  })
}

interface Sealed {
  row: { privateKeySealed: Uint8Array | null; address: string | null }
  owner: string
}

function opensUnder(key: Buffer, { row, owner }: Sealed): boolean {
  try {
    openText(key, owner, row.privateKeySealed!)
    return true
  } catch {
    return false
  }
}

function openFrom(key: Buffer, { row, owner }: Sealed): string {
  try {
    return openText(key, owner, row.privateKeySealed!)
  } catch (cause) {
    throw new Error(
      `The key for ${row.address} cannot be opened with the present secret key. Nothing was ` +
        'changed. Give the right STEELYARD_SECRET_KEY, or disconnect that machine first.',
      { cause },
    )
  }
}
