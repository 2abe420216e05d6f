'use client'

import type { Permission } from '@steelyard/contract'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/use-session.ts'
import { Alert } from '../ui/alert.tsx'

/** Offers to nobody what the API would refuse; says why where its absence would puzzle. */
export function Permitted({
  needs,
  doing,
  children,
}: {
  needs: Permission
  /** What somebody without the permission came for, such as "applying plans". */
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
