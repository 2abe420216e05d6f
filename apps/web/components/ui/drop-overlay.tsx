import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'

/** Covers the page while files are dragged over it. */
export function DropOverlay({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-2 z-50 grid place-items-center rounded-xl border-2 border-accent bg-accent-soft/95">
      <p className="flex items-center gap-3 text-2xl font-semibold">
        <Upload className="size-9 text-accent" aria-hidden />
        {children}
      </p>
    </div>
  )
}
