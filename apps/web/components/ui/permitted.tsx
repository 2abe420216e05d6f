'use client'

import type { Permission } from '@steelyard/contract'
import { describeGrants } from '@steelyard/contract/plain'
import type { ReactNode } from 'react'
import { useMay, useSession } from '../../lib/use-session.ts'
import { Alert } from './alert.tsx'

/** Hides what the API would refuse this user; with `doing`, a note explains why it is missing. */
export function Permitted({
  needs,
  doing,
  children,
}: {
  needs: Permission
  /** What a user without the permission came for, such as "applying plans". */
  doing?: string
  children: ReactNode
}) {
  const { grants } = useSession()
  if (useMay()(needs)) return children
  if (!doing) return null
  return (
    <Alert>
      Your role, {describeGrants(grants)}, does not include {doing}.
    </Alert>
  )
}
