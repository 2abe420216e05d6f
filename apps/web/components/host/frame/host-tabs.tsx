'use client'

import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { cx } from '../../../lib/cx.ts'
import { hostPath, hostTabs, usesTab } from '../../../lib/host-paths.ts'
import { withRange } from '../../../lib/time-range.ts'
import { useCentred } from '../../../lib/use-centred.ts'
import type { HostFrameValue } from './use-host-frame.ts'

/**
 * Links to the tabs that the host uses, and to the one that is open; all of them keep the recording
 * and the range that are shown. They scroll where they do not fit.
 */
export function HostTabs(of: Pick<HostFrameValue, 'host' | 'recording'>) {
  const pathname = usePathname()
  const params = useSearchParams()
  const here = useCentred(pathname)
  return (
    <nav aria-label="Host" className="-mx-4 mt-2 in-data-kiosk:hidden sm:mx-0">
      <ul className="relative flex gap-x-1 overflow-x-auto px-4 [scrollbar-width:none] sm:px-0">
        {hostTabs.map(({ segment, label }) => {
          const isHere = pathname === hostPath(of.host.id, segment)
          if (!isHere && !usesTab(segment, of)) return null
          return (
            <li key={segment} ref={isHere ? here : undefined} className="shrink-0">
              <Link
                href={withRange(hostPath(of.host.id, segment, params.get('recording')), params)}
                aria-current={isHere ? 'page' : undefined}
                className={cx(
                  'inline-flex min-h-10 items-center border-b-2 px-3 text-sm font-medium transition-colors -outline-offset-2',
                  isHere
                    ? 'border-accent text-accent'
                    : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
                )}
              >
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
