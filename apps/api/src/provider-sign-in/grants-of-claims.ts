import type { Grant } from '@steelyard/contract'
import type { IdentityProviderModel } from '../generated/prisma/models.ts'
import { defaultGrantsOf, rulesOf } from '../identity-providers/provider-row.ts'
import type { Claims } from './claims-of-answer.ts'

/** The roles of a person's groups, and those of everybody, each once. */
export function grantsOfClaims(provider: IdentityProviderModel, claims: Claims): Grant[] {
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
