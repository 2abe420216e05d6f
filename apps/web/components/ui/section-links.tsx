'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cx } from '../../lib/cx.ts'

/** Links to the pages of one section, of which the open one is marked. */
export function SectionLinks({
  label,
  sections,
}: {
  label: string
  sections: readonly { href: string; label: string }[]
}) {
  const pathname = usePathname()
  return (
    <nav aria-label={label} className="mb-6 flex flex-wrap gap-x-1 border-b border-line">
      {sections.map(({ href, label: name }) => (
        <Link
          key={href}
          href={href}
          aria-current={pathname === href ? 'page' : undefined}
          className={cx(
            '-mb-px border-b-2 px-3 py-2 text-sm font-medium',
            pathname === href
              ? 'border-accent text-accent'
              : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
