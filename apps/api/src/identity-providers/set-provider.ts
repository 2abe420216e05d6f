import type * as contract from '@steelyard/contract'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { everybodyBehind } from '../access/behind.ts'
import { audit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { isUniqueViolation, type Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import { uuidV7 } from '../uuid.ts'
import { seal } from './client-secret.ts'
import { discover } from './discover-provider.ts'
import { loadProvider, type ProviderRow, providerParts } from './provider-row.ts'

type NewProvider = z.output<NonNullable<(typeof contract.addIdentityProvider)['body']>>
type ProviderChange = z.output<NonNullable<(typeof contract.setIdentityProvider)['body']>>

/** @throws AppError `identity-provider-unusable`, `issuer-taken`, `provider-unproven` */
export async function addProvider(
  { db, config }: Deps,
  actor: Actor,
  { clientSecret, ...settings }: NewProvider,
): Promise<ProviderRow> {
  requireProof(settings.required, null)
  await discover(config, settings.issuer, settings.clientId, () => clientSecret)
  const id = uuidV7()
  return db
    .$transaction(async (tx) => {
      const data = {
        id,
        ...json(settings),
        clientSecretSealed: sealed(config, id, clientSecret),
        behindIds: everybodyBehind(actor.principal),
      }
      const made = await tx.identityProvider.create({ data, include: providerParts })
      const target = { kind: 'identity-provider', id, name: made.name }
      await audit(tx, actor, { action: 'identity-provider.create', target, detail: settings })
      return made
    })
    .catch((error) => {
      if (isUniqueViolation(error))
        throw conflict('issuer-taken', 'There is already a provider with this issuer.')
      throw error
    })
}

/**
 * Without a secret the stored one is kept.
 * @throws AppError `identity-provider-not-found`, `provider-unproven`
 */
export async function setProvider(
  { db, config }: Deps,
  actor: Actor,
  id: string,
  { clientSecret, ...settings }: ProviderChange,
): Promise<ProviderRow> {
  return db.$transaction(async (tx) => {
    const before = await loadProvider(tx, id)
    requireProof(settings.required, before.provenAt)
    const secret = clientSecret ? { clientSecretSealed: sealed(config, id, clientSecret) } : {}
    const behindIds = everybodyBehind(actor.principal)
    const data = { ...json(settings), ...secret, trouble: null, behindIds }
    const after = await tx.identityProvider.update({ where: { id }, data, include: providerParts })
    const target = { kind: 'identity-provider', id, name: before.name }
    const detail = { ...settings, newSecret: clientSecret !== null }
    await audit(tx, actor, { action: 'identity-provider.update', target, detail })
    return after
  })
}

/** A provider with a wrong secret would lock everybody out. */
function requireProof(required: boolean, provenAt: Date | null): void {
  if (!required || provenAt) return
  throw conflict('provider-unproven', 'Sign in with this provider once before you require it.')
}

function sealed(config: Config, id: string, secret: string | null) {
  return secret === null ? null : seal(config, id, secret)
}

function json<T extends ProviderChange | Omit<ProviderChange, 'clientSecret'>>(settings: T) {
  return settings as T & { rules: Prisma.InputJsonArray; defaultGrants: Prisma.InputJsonArray }
}
