import { AppError } from '../errors.ts'
import { may, type Principal } from './permissions.ts'

/**
 * Tags decide who may do what with a host, so only roles that cover a tag may give or take it.
 * @param sets each must be covered by a role that may change hosts
 * @throws AppError `forbidden` (`tags-not-yours`)
 */
export function authoriseTags(principal: Principal, sets: readonly (readonly string[])[]): void {
  const beyond = sets.find((tags) => !may(principal, 'hosts:write', tags))
  if (!beyond) return
  const own = principal.grants.flatMap(({ tag }) => tag ?? [])
  const what =
    beyond.length === 0 ? 'a host without a tag of yours' : `the tag ${beyond.join(', ')}`
  throw new AppError(
    'forbidden',
    `Your role does not cover ${what}. It covers hosts with ${own.join(' or ')}.`,
    { code: 'tags-not-yours' },
  )
}
