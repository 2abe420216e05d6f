import { Email, type Grant, Name } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { hasAdministrator, holdAdministrators } from '../access/administrators.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import { AppError } from '../errors.ts'
import type { IdentityProviderModel } from '../generated/prisma/models.ts'
import { defaultGrantsOf, rulesOf } from '../identity-providers/provider-row.ts'
import { stateOf } from '../people/person-row.ts'
import type { Claims } from './claims-of-answer.ts'

/**
 * The account that the claims are about, with the roles of its groups. It is found by the provider's
 * own name for the person; the first time by a verified address, or it is made, if the provider may.
 * @throws AppError `forbidden` (`not-known-here`, `known-otherwise`, `email-not-verified`,
 *   `no-role-here`, `account-deactivated`)
 */
export async function personOfClaims(
  tx: Tx,
  actor: Actor,
  provider: IdentityProviderModel,
  claims: Claims,
): Promise<UserWithGrants> {
  const key = { providerId: provider.id, subject: claims.sub }
  const known = await tx.identity.findUnique({
    where: { providerId_subject: key },
    include: { user: { include: { grants: true } } },
  })
  const user = known?.user ?? (await meet(tx, actor, provider, claims))
  if (user.disabledAt) throw refusal('account-deactivated', 'This account is deactivated here.')
  if (!known) await tx.identity.create({ data: { ...key, userId: user.id } })
  return followGroups(tx, actor, provider, user, grantsOfClaims(provider, claims))
}

/** A person whom the provider brings for the first time. */
async function meet(
  tx: Tx,
  actor: Actor,
  provider: IdentityProviderModel,
  claims: Claims,
): Promise<UserWithGrants> {
  const email = verifiedEmail(provider, claims)
  const user = await tx.user.findUnique({ where: { email }, include: { grants: true } })
  if (!user) return arrive(tx, actor, provider, email, claims)
  if (stateOf(user) !== 'invited' && !provider.linksByEmail) {
    throw refusal(
      'known-otherwise',
      `${email} has an account here already, into which ${provider.name} may not let anybody.`,
    )
  }
  // Whoever was invited is here now.
  await tx.accountLink.deleteMany({ where: { userId: user.id, kind: 'invite', usedAt: null } })
  const target = { kind: 'user', id: user.id, name: user.name }
  const detail = { provider: provider.name, email }
  await audit(tx, actor, { action: 'person.link-identity', target, detail })
  return user
}

async function arrive(
  tx: Tx,
  actor: Actor,
  provider: IdentityProviderModel,
  email: string,
  claims: Claims,
): Promise<UserWithGrants> {
  if (!provider.justInTime) throw refusal('not-known-here', `Nobody here has the address ${email}.`)
  if (grantsOfClaims(provider, claims).length === 0)
    throw refusal('no-role-here', `None of the groups of ${email} has a role here.`)
  const name = Name.safeParse(claims.name).data ?? email.slice(0, 120)
  const made = await tx.user.create({ data: { email, name }, include: { grants: true } })
  const target = { kind: 'user', id: made.id, name }
  const detail = { provider: provider.name, email }
  await audit(tx, actor, { action: 'person.arrive', target, detail })
  return made
}

/** An address that anybody can claim at the provider must open nobody's account here. */
function verifiedEmail({ name, trustsEmails }: IdentityProviderModel, claims: Claims): string {
  const email = Email.safeParse(claims.email).data
  const verified = claims.email_verified ?? trustsEmails
  if (email && verified === true) return email.toLowerCase()
  throw refusal('email-not-verified', `${name} names no e-mail address that it has verified.`)
}

function refusal(code: string, message: string): AppError {
  return new AppError('forbidden', message, { code })
}

/** The roles of a person's groups, and those of everybody, each once. */
function grantsOfClaims(provider: IdentityProviderModel, claims: Claims): Grant[] {
  const groups = groupsIn(claims, provider.groupsClaim)
  const granted = rulesOf(provider)
    .filter(({ group }) => groups.includes(group))
    .flatMap(({ grants }) => grants)
  const all = [...defaultGrantsOf(provider), ...granted]
  return [...new Map(all.map((grant) => [`${grant.role} ${grant.tag}`, grant])).values()]
}

/**
 * @param name of the claim, which may itself have dots (`https://example.org/groups`), or a path into
 *   nested ones
 */
function groupsIn(claims: Claims, name: string): string[] {
  const said = Object.hasOwn(claims, name) ? claims[name] : atPath(claims, name.split('.'))
  return [said].flat().filter((group) => typeof group === 'string')
}

function atPath(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined) return value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return atPath((value as Record<string, unknown>)[key], rest)
}

/**
 * Gives a person the roles that the provider's groups stand for now, and takes away those that it
 * gave before. Roles given by hand or by another provider stay, and so does the last administrator.
 */
async function followGroups(
  tx: Tx,
  actor: Actor,
  provider: IdentityProviderModel,
  user: UserWithGrants,
  wanted: readonly Grant[],
): Promise<UserWithGrants> {
  const given = { userId: user.id, providerId: provider.id }
  const before = user.grants
    .filter(({ providerId }) => providerId === provider.id)
    .map(({ role, tag }) => ({ role, tag }))
  if (wordsOf(before) === wordsOf(wanted)) return user
  await holdAdministrators(tx)
  await tx.grant.deleteMany({ where: given })
  await tx.grant.createMany({ data: wanted.map((grant) => ({ ...given, ...grant })) })
  // Nobody gains the role by it: that none can sign in just now makes nobody else one.
  const wasAdministrator = before.some(({ role }) => role === 'administrator')
  const keepsAdministrator = wasAdministrator && !(await hasAdministrator(tx))
  if (keepsAdministrator) await tx.grant.create({ data: { ...given, role: 'administrator' } })
  const after = await tx.user.findUniqueOrThrow({
    where: { id: user.id },
    include: { grants: true },
  })
  const target = { kind: 'user', id: user.id, name: user.name }
  const detail = { provider: provider.name, grants: wanted, grantsBefore: before }
  await audit(tx, actor, {
    action: 'person.follow-groups',
    target,
    detail: keepsAdministrator ? { ...detail, keptLastAdministrator: true } : detail,
  })
  return after
}

const wordsOf = (grants: readonly { role: string; tag: string | null }[]) =>
  JSON.stringify(grants.map(({ role, tag }) => [role, tag]).sort())
