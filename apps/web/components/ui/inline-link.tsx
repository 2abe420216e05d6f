import Link from 'next/link'
import type { ReactNode } from 'react'

/** A link within a sentence. */
export function InlineLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="text-accent underline underline-offset-4" href={href}>
      {children}
    </Link>
  )
}
