import type { Authority as SpokenAuthority } from '@steelyard/words'
import type { Requester } from '../../applications/start-application.ts'
import type { GrantRow } from '../grants/grant-row.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'

/** In whose name something is done without them, for the record and for the journal. */
interface Authority {
  requester: Requester
  /** Who answers for it; a second person must be another one. */
  accountableId: string | null
  spoken: SpokenAuthority
  detail: object
}

export function authorityOf(
  { pending, grant }: { pending: RecommendationRow; grant: GrantRow | null },
  by: 'approval' | 'grant',
): Authority {
  return by === 'approval' ? byApproval(pending) : byGrant(grant!)
}

function byApproval({ decidedById, decidedBy, decidedAt }: RecommendationRow): Authority {
  return {
    requester: { userId: decidedById, name: decidedBy! },
    accountableId: decidedById,
    spoken: { by: 'approval', person: decidedBy! },
    detail: { by: 'approval', person: decidedBy, personId: decidedById, decidedAt },
  }
}

export function byGrant({ id, givenById, givenByName }: GrantRow): Authority {
  return {
    requester: { userId: null, name: `the policy, by the grant of ${givenByName}` },
    accountableId: givenById,
    spoken: { by: 'grant', person: givenByName },
    detail: { by: 'grant', grantId: id, person: givenByName, personId: givenById },
  }
}
