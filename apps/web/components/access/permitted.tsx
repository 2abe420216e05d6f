'use client'

import type { Permission } from '@steelyard/contract'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/use-session.ts'
import { Alert } from '../ui/alert.tsx'

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
  const { permissions, role } = useSession()
  if (permissions.includes(needs)) return children
  if (!doing) return null
  return (
    <Alert>
      Your role, {role}, does not include {doing}.
    </Alert>
  )
}
