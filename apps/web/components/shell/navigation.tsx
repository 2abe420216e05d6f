'use client'

import { getSession, type Permission } from '@steelyard/contract'
import {
  ChartLine,
  ClipboardList,
  House,
  type LucideIcon,
  ScrollText,
  Server,
  Settings,
  Split,
  Upload,
} from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cx } from '../../lib/cx.ts'
import { useApi } from '../../lib/use-api.ts'

interface Place {
  href: string
  under: string
  label: string
  icon: LucideIcon
  /** Hidden from those who may not open it. */
  needs?: Permission
}

const places: Place[] = [
  { href: '/', under: '/', label: 'Overview', icon: House },
  { href: '/hosts', under: '/hosts', label: 'Hosts', icon: Server },
  { href: '/analyses', under: '/analyses', label: 'Analyses', icon: ChartLine },
  { href: '/plans', under: '/plans', label: 'Plans', icon: ClipboardList },
  { href: '/load-balancer', under: '/load-balancer', label: 'Load balancer', icon: Split },
  {
    href: '/uploads/new',
    under: '/uploads',
    label: 'Upload',
    icon: Upload,
    needs: 'uploads:write',
  },
  { href: '/audit', under: '/audit', label: 'Audit', icon: ScrollText, needs: 'audit:read' },
  { href: '/settings', under: '/settings', label: 'Settings', icon: Settings },
]

function isHere(pathname: string, under: string): boolean {
  return under === '/' ? pathname === '/' : pathname === under || pathname.startsWith(`${under}/`)
}

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname()
  const permissions = useApi(getSession).data?.permissions
  const open = places.filter(({ needs }) => !needs || !permissions || permissions.includes(needs))
  return (
    <nav aria-label="Main">
      <ul className="space-y-0.5">
        {open.map(({ href, under, label, icon: Icon }) => {
          const here = isHere(pathname, under)
          return (
            <li key={href}>
              <Link
                href={href}
                onClick={onNavigate}
                aria-current={here ? 'page' : undefined}
                className={cx(
                  'flex min-h-10 items-center gap-3 rounded-lg px-3 font-medium transition-colors',
                  here
                    ? 'bg-accent-soft text-accent'
                    : 'text-ink-soft hover:bg-sunken hover:text-ink',
                )}
              >
                <Icon className="size-[1.1rem]" aria-hidden />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
