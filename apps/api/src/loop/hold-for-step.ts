import type { Tx } from '../db.ts'

/**
 * Takes the advisory lock of a host's loop until the transaction ends, so that several workers do
 * not wait for each other.
 * @returns false where another worker has it
 */
export async function holdForStep(tx: Tx, hostId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ held: boolean }]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`loop ${hostId}`}, 0)) AS "held"`
  return row.held
}
