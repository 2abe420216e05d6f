'use client'

import { DOMAIN_0 } from '@steelyard/contract/plain'
import { createContext, useContext, useMemo } from 'react'

/** None is Steelyard's teal, SandPiper's orange, or the green, amber or red of a verdict. */
const COLORS = [
  'var(--series-4)',
  'var(--series-1)',
  'var(--series-6)',
  'var(--series-3)',
  'var(--series-8)',
] as const
const DASHES = [undefined, '7 4', '2 3'] as const

export interface LineLook {
  color: string
  dash: string | undefined
}

/** For the things of a list by their places in it. Once the colours repeat, dashes tell them apart. */
export function lookAt(index: number): LineLook {
  return {
    color: COLORS[index % COLORS.length]!,
    dash: DASHES[Math.floor(index / COLORS.length) % DASHES.length],
  }
}

export type GuestLook = (domain: string | null) => LineLook

/** The guests of a host in its order, for everything within its frame. */
export const GuestsContext = createContext<readonly string[]>([])

/** A look for each guest, the same in every picture; more names at the end change no other. */
export function guestLooks(names: Iterable<string | null>): GuestLook {
  const guests = [...new Set(names)].filter((name) => name !== null && name !== DOMAIN_0)
  return (domain) => {
    const place = guests.indexOf(domain)
    return place < 0 ? { color: 'var(--series-7)', dash: undefined } : lookAt(place)
  }
}

/** The looks of the guests of the host; those that it does not have follow in the order given. */
export function useGuestLooks(others: readonly (string | null)[] = []): GuestLook {
  const guests = useContext(GuestsContext)
  return useMemo(() => guestLooks([...guests, ...others]), [guests, others])
}
