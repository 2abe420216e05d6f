import { type PoolInventory, type PoolOptions, probeCertificate } from '@steelyard/xapi'
import { Prisma } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { AppError, toTrouble } from '../../errors.ts'
import { openPassword } from '../pool-password.ts'
import { asStored, poolInventory } from '../stored-pool.ts'
import { poolTrouble, resolveBy } from './pool-trouble.ts'

/**
 * Agent: what opens a pool, with the certificates that a person confirmed.
 * @throws AppError `not-connected`, `key-unreadable`
 */
export async function optionsOfPool(deps: Deps, id: string): Promise<PoolOptions> {
  const pool = await deps.db.pool.findUnique({ where: { id }, include: { members: true } })
  const { port, username, privateKeySealed, passwordSealed } = pool ?? {}
  if (!pool || !port || !username || !privateKeySealed || !passwordSealed) {
    throw new AppError('conflict', 'This pool is not connected.', { code: 'not-connected' })
  }
  const members = pool.members.flatMap(({ address, pinnedFingerprint }) =>
    pinnedFingerprint ? [{ address, port, fingerprint: pinnedFingerprint }] : [],
  )
  const password = openPassword(deps.config.secretKey, { id, privateKeySealed, passwordSealed })
  return { members, user: username, password, resolve: resolveBy(deps) }
}

/** Agent: stores what was read of a pool. */
export async function storeInventory(
  { db }: Deps,
  id: string,
  inventory: PoolInventory,
): Promise<void> {
  await db.pool.update({
    where: { id },
    data: {
      state: 'connected',
      problem: Prisma.DbNull,
      inventory: poolInventory.write(asStored(inventory)),
      inventoryAt: new Date(inventory.readAt),
    },
  })
}

/**
 * Agent: stores why a pool could not be read, as far as a person can do something about it.
 * @returns what the job shows of it
 */
export async function notePoolTrouble({ db }: Deps, id: string, error: unknown): Promise<unknown> {
  const trouble = poolTrouble(error)
  if (trouble instanceof AppError) {
    const data = { state: 'failing', problem: toTrouble(trouble) }
    await db.pool.updateMany({ where: { id }, data })
  }
  return trouble
}

/**
 * Agent: notes which certificates the hosts show. Whoever becomes coordinator is followed only if a
 * person has confirmed its certificate before.
 */
export async function noteMembers(
  deps: Deps,
  id: string,
  { hosts }: PoolInventory,
  signal: AbortSignal,
): Promise<void> {
  const { port } = await deps.db.pool.findUniqueOrThrow({ where: { id }, select: { port: true } })
  if (port === null) return
  for (const { address, isLive } of hosts) {
    if (address === '' || !isLive) continue
    const shown = await probeCertificate(
      { address, port },
      { resolve: resolveBy(deps), seconds: 5, signal },
    ).catch(() => null)
    const offeredFingerprint = shown?.fingerprint ?? null
    await deps.db.poolMember.upsert({
      where: { poolId_address: { poolId: id, address } },
      create: { poolId: id, address, offeredFingerprint },
      update: { offeredFingerprint },
    })
  }
}
