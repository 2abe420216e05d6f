'use client'

import {
  CircleHelp,
  ClipboardList,
  FlaskConical,
  type LucideIcon,
  Server,
  Settings,
} from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cx } from '../../lib/cx.ts'

interface Place {
  href: string
  /** The paths that belong to it. */
  under: string[]
  label: string
  icon: LucideIcon
}

const places: Place[] = [
  { href: '/', under: ['/', '/hosts', '/pools'], label: 'Fleet', icon: Server },
  {
    href: '/changes',
    under: ['/changes', '/recommendations'],
    label: 'Changes',
    icon: ClipboardList,
  },
  { href: '/lab', under: ['/lab'], label: 'Lab', icon: FlaskConical },
  { href: '/settings', under: ['/settings'], label: 'Settings', icon: Settings },
  { href: '/help', under: ['/help'], label: 'Help', icon: CircleHelp },
]

function isHere(pathname: string, under: string[]): boolean {
  return under.some(
    (path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)),
  )
}

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname()
  return (
    <nav aria-label="Main">
      <ul className="space-y-0.5">
        {places.map((place) => (
          <PlaceLink
            key={place.href}
            place={place}
            here={isHere(pathname, place.under)}
            onNavigate={onNavigate}
          />
        ))}
      </ul>
    </nav>
  )
}

function PlaceLink({
  place: { href, label, icon: Icon },
  here,
  onNavigate,
}: {
  place: Place
  here: boolean
  onNavigate?: () => void
}) {
  return (
    <li>
      <Link
        href={href}
        onClick={onNavigate}
        aria-current={here ? 'page' : undefined}
        className={cx(
          'flex min-h-10 items-center gap-3 rounded-lg px-3 font-medium transition-colors',
          here ? 'bg-accent-soft text-accent' : 'text-ink-soft hover:bg-sunken hover:text-ink',
        )}
      >
        <Icon className="size-[1.1rem]" aria-hidden />
        {label}
      </Link>
    </li>
  )
}
