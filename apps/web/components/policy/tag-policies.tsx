'use client'

import type { TagPolicy } from '@steelyard/contract'
import { formatCounted, formatList } from '@steelyard/contract/format'
import { mayOn } from '@steelyard/contract/plain'
import { ListChecks } from 'lucide-react'
import { useApi } from '../../lib/use-api.ts'
import { useSession } from '../../lib/use-session.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pending } from '../ui/pending.tsx'
import { AddTagPolicy } from './add-tag-policy.tsx'
import { TagPolicyRow } from './tag-policy-row.tsx'

/** The policies that hosts have by their tags, and the way to change them. */
export function TagPolicies() {
  const policies = useApi('listTagPolicies')
  // They reach every host with the tag, also later ones.
  const mayChange = mayOn(useSession().grants, 'hosts:write', null)
  const list = policies.data?.data
  return (
    <Card aria-labelledby="tag-policies">
      <CardHeader
        id="tag-policies"
        title="Policies by tag"
        description={list ? verdictOf(list) : undefined}
      />
      <CardBody className="space-y-6">
        {list?.length === 0 ? (
          <EmptyState icon={ListChecks} title="No policy by tag yet">
            A host without a policy is only watched. Give the hosts with a tag one here, or a single
            host its own under Settings on its page.
          </EmptyState>
        ) : list ? (
          <ul className="divide-y divide-line">
            {list.map((policy) => (
              <TagPolicyRow key={policy.id} policy={policy} mayChange={mayChange} />
            ))}
          </ul>
        ) : (
          <Pending
            query={policies}
            title="The policies could not be loaded"
            lines={3}
            label="Loading the policies"
          />
        )}
        {list && mayChange ? <AddTagPolicy taken={list.map(({ tag }) => tag)} /> : null}
      </CardBody>
    </Card>
  )
}

/** What holds now, in one sentence. */
export function verdictOf(policies: readonly TagPolicy[]): string {
  if (policies.length === 0) return 'Only hosts with a policy of their own are changed.'
  const automatic = policies.filter(
    ({ settings: { mode, dryRun } }) => mode === 'automatic' && !dryRun,
  )
  const all = `${formatCounted(policies.length, 'policy', 'policies')}; where several cover a host, the most cautious one applies.`
  if (automatic.length === 0) return all
  return `${all} Changes may be automatic on hosts tagged ${formatList(automatic.map(({ tag }) => tag))}.`
}
