import type { HostPolicy } from '@steelyard/contract'
import { hindrancesNow } from '@steelyard/loop'
import { words } from '@steelyard/words'
import { type Db, readAtOnce } from '../../db.ts'
import { loadHost } from '../../hosts/host-row.ts'
import { serialiseGrant } from '../grants/serialise-grant.ts'
import { unclosedRecommendations } from '../recommendations/recommendation-row.ts'
import { situationOf } from '../situation/situation-of.ts'

/**
 * The policy in force on a host, with what it would let happen at this moment.
 * @throws AppError `host-not-found`
 */
export function getHostPolicy(db: Db, hostId: string, now = new Date()): Promise<HostPolicy> {
  return readAtOnce(db, async (tx) => {
    const host = await loadHost(tx, hostId)
    const [pending = null] = await unclosedRecommendations(tx, hostId)
    const { situation, policy, grant } = await situationOf(tx, host, pending, now)
    const hindrances = hindrancesNow(situation)
    return {
      ...policy,
      grant: grant && serialiseGrant(grant, now),
      statement: words.loop.policy(policy.settings, grant !== null),
      canActNow: hindrances.length === 0,
      hindrances: hindrances.map(words.loop.hindrance),
    }
  })
}
