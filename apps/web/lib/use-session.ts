'use client'

import type { User } from '@steelyard/contract'
import { createContext, useContext } from 'react'

export const SessionContext = createContext<User | null>(null)

/** Who is signed in. For what the session gate lets through; nothing else is sure to have one. */
export function useSession(): User {
  const user = useContext(SessionContext)
  if (!user) throw new Error('There is no session outside of the session gate')
  return user
}
