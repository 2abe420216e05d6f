'use client'

import type { Permission, User } from '@steelyard/contract'
import { mayOn } from '@steelyard/contract/plain'
import { createContext, useContext } from 'react'

export const SessionContext = createContext<User | null>(null)

/** The signed-in user. Use it only inside the session gate; elsewhere there may be no session. */
export function useSession(): User {
  const user = useContext(SessionContext)
  if (!user) throw new Error('There is no session outside of the session gate')
  return user
}

/** The tags of the host that a page shows; null on pages that are about no single host. */
export const HostTagsContext = createContext<readonly string[] | null>(null)

/** Whether the user may do something here: on the host that the page shows, or else anywhere. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions, grants } = useSession()
  const tags = useContext(HostTagsContext)
  return (permission) =>
    permissions.includes(permission) && (tags === null || mayOn(grants, permission, tags))
}
