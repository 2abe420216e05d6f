import { Grant, GroupRule, type IdentityProvider } from '@steelyard/contract'
import type { Config } from '../config.ts'
import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import type { IdentityProviderModel } from '../generated/prisma/models.ts'
import { callbackUrl, signedOutUrl } from './addresses.ts'
import { troubleOf } from './trouble-of.ts'

export const providerParts = {
  _count: { select: { identities: true } },
} satisfies Prisma.IdentityProviderInclude

export type ProviderRow = Prisma.IdentityProviderGetPayload<{ include: typeof providerParts }>

/** @throws AppError `identity-provider-not-found` */
export async function loadProvider(db: Db | Tx, id: string): Promise<ProviderRow> {
  const row = await db.identityProvider.findUnique({ where: { id }, include: providerParts })
  if (!row) throw notFound('identity-provider')
  return row
}

export function rulesOf({ rules }: IdentityProviderModel): GroupRule[] {
  return GroupRule.array().parse(rules)
}

export function defaultGrantsOf({ defaultGrants }: IdentityProviderModel): Grant[] {
  return Grant.array().parse(defaultGrants)
}

/** Asks the provider whether it works. */
export async function serialiseProvider(
  { config }: { config: Config },
  row: ProviderRow,
): Promise<IdentityProvider> {
  const { clientSecretSealed, provenAt, createdAt: _, behindIds: __, _count, ...settings } = row
  return {
    ...settings,
    rules: rulesOf(row),
    defaultGrants: defaultGrantsOf(row),
    hasSecret: clientSecretSealed !== null,
    people: _count.identities,
    callbackUrl: callbackUrl(config, row.id),
    signedOutUrl: signedOutUrl(config),
    provenAt: provenAt?.toISOString() ?? null,
    trouble: await troubleOf(config, row),
  }
}
