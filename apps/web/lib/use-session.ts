'use client'

import type { User } from '@steelyard/contract'
import { createContext, useContext } from 'react'

export const SessionContext = createContext<User | null>(null)

/** The signed-in user. Use it only inside the session gate; elsewhere there may be no session. */
export function useSession(): User {
  const user = useContext(SessionContext)
  if (!user) throw new Error('There is no session outside of the session gate')
  return user
}
