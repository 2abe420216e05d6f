'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cx } from '../../lib/cx.ts'
import { useSession } from '../../lib/use-session.ts'

const sections = [
  { href: '/settings', label: 'Access and API', needs: null },
  { href: '/settings/signing-in', label: 'Signing in', needs: null },
  { href: '/settings/people', label: 'People', needs: 'people:manage' },
  {
    href: '/settings/identity-providers',
    label: 'Identity providers',
    needs: 'people:manage',
  },
  { href: '/settings/approval', label: 'Approval', needs: 'people:manage' },
  { href: '/settings/audit', label: 'Audit', needs: 'audit:read' },
] as const

/** The pages of the settings that the user may open. */
export function SettingsSections() {
  const pathname = usePathname()
  const { permissions } = useSession()
  return (
    <nav aria-label="Settings" className="mb-6 flex flex-wrap gap-x-1 border-b border-line">
      {sections
        .filter(({ needs }) => !needs || permissions.includes(needs))
        .map(({ href, label }) => (
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
            {label}
          </Link>
        ))}
    </nav>
  )
}
