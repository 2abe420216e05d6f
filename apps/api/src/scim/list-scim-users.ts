import { SCIM_LIST, type ScimUser } from '@steelyard/contract'
import { type Filter, filter as matching, parse } from 'scim2-parse-filter'
import type { Db } from '../db.ts'
import { invalid } from '../errors.ts'
import { personParts } from '../people/person-row.ts'
import { serialiseScimUser } from './scim-user.ts'

const MOST = 200

interface Wanted {
  filter?: string | undefined
  startIndex: number
  count: number
}

/**
 * Filters in memory, over all people, as their page lists them.
 * @throws AppError `invalid` for a filter that cannot be understood
 */
export async function listScimUsers(
  db: Db,
  webOrigin: string,
  { filter, startIndex, count }: Wanted,
) {
  const fits = filter === undefined ? () => true : readFilter(filter)
  const rows = await db.user.findMany({
    where: { removedAt: null },
    include: personParts,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const users = rows
    .map((row) => serialiseScimUser(row, webOrigin))
    .filter((user) => fits(caseless(user)))
  // RFC 7644, section 3.4.2.4: less than 1 means 1, and a negative count 0.
  const first = Math.max(startIndex, 1)
  const Resources = users.slice(first - 1, first - 1 + Math.min(Math.max(count, 0), MOST))
  return {
    schemas: [SCIM_LIST],
    totalResults: users.length,
    startIndex: first,
    itemsPerPage: Resources.length,
    Resources,
  }
}

function readFilter(text: string): (user: object) => boolean {
  try {
    return matching(caselessFilter(parse(text)))
  } catch {
    throw invalid('query.filter', 'not a SCIM filter, such as userName eq "ada@example.org"')
  }
}

/** Names and addresses do not depend on capitals (RFC 7643); `externalId` does. */
function caseless({ externalId, ...rest }: ScimUser): object {
  return { ...JSON.parse(JSON.stringify(rest).toLowerCase()), externalid: externalId }
}

function caselessFilter(filter: Filter): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map(caselessFilter) }
  if ('filter' in filter) return { ...filter, filter: caselessFilter(filter.filter) }
  if ('valFilter' in filter) return { ...filter, valFilter: caselessFilter(filter.valFilter) }
  if (!('compValue' in filter) || typeof filter.compValue !== 'string') return filter
  if (filter.attrPath.toLowerCase() === 'externalid') return filter
  return { ...filter, compValue: filter.compValue.toLowerCase() }
}
