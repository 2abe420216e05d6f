'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { changedQuery } from '../../lib/changed-query.ts'
import { Brand } from '../ui/brand.tsx'

const REFRESH_MS = 60_000

/** A page on a screen on the wall: it asks anew by itself, and Escape leads back. */
export function Kiosk({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const refresh = setInterval(() => void queries.invalidateQueries(), REFRESH_MS)
    const leave = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      router.replace(location.pathname + changedQuery(location.search, { kiosk: undefined }))
    }
    addEventListener('keydown', leave)
    return () => {
      clearInterval(refresh)
      removeEventListener('keydown', leave)
    }
  }, [queries, router])
  return (
    <div data-kiosk className="mx-auto max-w-[120rem]">
      <main id="content" tabIndex={-1} className="px-4 py-6 outline-none sm:px-8">
        {children}
      </main>
      <footer className="flex items-center justify-between px-4 pb-4 text-sm text-ink-faint sm:px-8">
        <Brand />
        <span>Esc leaves the kiosk</span>
      </footer>
    </div>
  )
}
