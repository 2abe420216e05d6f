import { coversTags, PolicySettings } from '@steelyard/contract'
import type { Db, Tx } from '../db.ts'
import { mostCautious } from './most-cautious.ts'

/** What the loop may do on a host, and where that is said. */
export interface PolicyInForce {
  source: 'host' | 'tag' | 'none'
  tag: string | null
  settings: PolicySettings
}

/** The policy of the host itself, else the most cautious one of its tags, else none: `off`. */
export async function policyInForce(
  db: Db | Tx,
  { id, tags }: { id: string; tags: readonly string[] },
): Promise<PolicyInForce> {
  const rows = await db.policy.findMany({ where: { OR: [{ hostId: id }, { tag: { not: null } }] } })
  const own = rows.find(({ hostId }) => hostId !== null)
  if (own) return { source: 'host', tag: null, settings: PolicySettings.parse(own.settings) }
  const ofTags = rows
    .filter(({ tag }) => coversTags(tag, tags))
    .map(({ tag, settings }) => ({ tag, settings: PolicySettings.parse(settings) }))
  const chosen = mostCautious(ofTags)
  return chosen
    ? { source: 'tag', ...chosen }
    : { source: 'none', tag: null, settings: PolicySettings.parse({ mode: 'off' }) }
}
