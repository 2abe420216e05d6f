import { systemActor } from '../../access/actor.ts'
import { openText, sealText } from '../../access/sealed-text.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import type { SshAccessModel } from '../../generated/prisma/models.ts'
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
    const rows = await tx.sshAccess.findMany({ where: { privateKeySealed: { not: null } } })
    const due = rows.filter((row) => !opensUnder(keys.to, row))
    for (const row of due) {
      const privateKeySealed = sealText(keys.to, sealedFor(row), openFrom(keys.from, row))
      await tx.sshAccess.update({ where: { id: row.id }, data: { privateKeySealed } })
    }
    await audit(tx, systemActor('command-line'), {
      action: 'installation.rotate-key',
      detail: { keys: due.length },
    })
    return due.length
  })
}

function opensUnder(key: Buffer, row: SshAccessModel): boolean {
  try {
    openText(key, sealedFor(row), row.privateKeySealed!)
    return true
  } catch {
    return false
  }
}

function openFrom(key: Buffer, row: SshAccessModel): string {
  try {
    return openText(key, sealedFor(row), row.privateKeySealed!)
  } catch (cause) {
    throw new Error(
      `The key for ${row.address} cannot be opened with the present secret key. Nothing was ` +
        'changed. Give the right STEELYARD_SECRET_KEY, or disconnect that machine first.',
      { cause },
    )
  }
}
