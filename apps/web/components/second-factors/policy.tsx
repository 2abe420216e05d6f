'use client'

import type { Role } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { ROLES } from '@steelyard/contract/plain'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

/** Which roles need a second factor, and who of them has none. */
export function SecondFactorPolicy() {
  const policy = useApi('getSecondFactorPolicy')
  const people = useApi('listPeople')
  const set = useApiMutation('setSecondFactorPolicy', { invalidates: ['getSecondFactorPolicy'] })
  // Shows at once what was chosen, before the API has answered.
  const roles = (set.isPending ? set.variables.body?.roles : policy.data?.roles) ?? []
  const change = (role: Role, needs: boolean) =>
    set.mutate({ body: { roles: needs ? [...roles, role] : roles.filter((it) => it !== role) } })
  const without = (people.data?.data ?? []).filter(
    ({ state, secondFactor, grants, providerGrants }) =>
      state === 'active' &&
      !secondFactor &&
      [...grants, ...providerGrants].some(({ role }) => roles.includes(role)),
  )
  return (
    <Card>
      <CardHeader
        title="Who needs a second factor"
        description={policy.data ? headline(roles, without.length) : undefined}
      />
      <CardBody className="space-y-3">
        {policy.error ? (
          <ProblemAlert error={policy.error} onRetry={() => policy.refetch()} />
        ) : policy.data ? (
          ROLES.map((role) => (
            <Checkbox
              key={role}
              label={`Everyone with the role ${role}`}
              checked={roles.includes(role)}
              disabled={set.isPending}
              onChange={(needs) => change(role, needs)}
            />
          ))
        ) : (
          <SkeletonLines lines={2} label="Loading who needs a second factor" />
        )}
        <ProblemAlert error={set.error} />
      </CardBody>
    </Card>
  )
}

/** `2 people who need one have none yet; they set it up at their next sign-in.` */
export function headline(roles: readonly Role[], without: number): string {
  if (roles.length === 0) return 'Nobody does; everyone may set one up.'
  if (without === 0) return 'All of them have one.'
  const who = formatCounted(without, 'person', 'people')
  return `${who} without one so far; a sign-in with the password leads to its set-up.`
}
