'use client'

import { getSession, type Permission } from '@steelyard/contract'
import {
  ChartLine,
  ClipboardList,
  FlaskConical,
  House,
  type LucideIcon,
  ScrollText,
  Server,
  Settings,
  Split,
  Timer,
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
  /** The permission without which the entry is hidden. */
  needs?: Permission
}

interface Group {
  /** The heading of the group. Null for the first group, which needs none. */
  label: string | null
  places: Place[]
}

const daily: Place[] = [
  { href: '/', under: '/', label: 'Overview', icon: House },
  { href: '/hosts', under: '/hosts', label: 'Hosts', icon: Server },
  { href: '/analyses', under: '/analyses', label: 'Analyses', icon: ChartLine },
  { href: '/plans', under: '/plans', label: 'Plans', icon: ClipboardList },
  {
    href: '/uploads/new',
    under: '/uploads',
    label: 'Upload',
    icon: Upload,
    needs: 'uploads:write',
  },
]

/** Pages with answers of the twin and the models beyond an analysis. */
const lab: Place[] = [
  { href: '/lab', under: '/lab', label: 'Scheduler lab', icon: FlaskConical },
  { href: '/real-time', under: '/real-time', label: 'Real-time', icon: Timer },
  { href: '/load-balancer', under: '/load-balancer', label: 'Load balancer', icon: Split },
]

const keeping: Place[] = [
  { href: '/audit', under: '/audit', label: 'Audit', icon: ScrollText, needs: 'audit:read' },
  { href: '/settings', under: '/settings', label: 'Settings', icon: Settings },
]

const groups: Group[] = [
  { label: null, places: daily },
  { label: 'Lab', places: lab },
  { label: 'Installation', places: keeping },
]

function isHere(pathname: string, under: string): boolean {
  return under === '/' ? pathname === '/' : pathname === under || pathname.startsWith(`${under}/`)
}

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname()
  const permissions = useApi(getSession).data?.permissions
  const mayOpen = ({ needs }: Place) => !needs || !permissions || permissions.includes(needs)
  return (
    <nav aria-label="Main" className="space-y-4">
      {groups.map(({ label, places }) => (
        <div key={label}>
          {label ? (
            <p aria-hidden className="mb-1 px-3 text-xs font-medium text-ink-faint">
              {label}
            </p>
          ) : null}
          <ul aria-label={label ?? undefined} className="space-y-0.5">
            {places.filter(mayOpen).map((place) => (
              <PlaceLink
                key={place.href}
                place={place}
                here={isHere(pathname, place.under)}
                onNavigate={onNavigate}
              />
            ))}
          </ul>
        </div>
      ))}
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
