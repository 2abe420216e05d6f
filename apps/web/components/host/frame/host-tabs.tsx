'use client'

import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { cx } from '../../../lib/cx.ts'
import { hostPath, hostTabs } from '../../../lib/host-paths.ts'

/** Links to the tabs; all of them keep the recording that is shown. */
export function HostTabs({ hostId }: { hostId: string }) {
  const pathname = usePathname()
  const recording = useSearchParams().get('recording')
  return (
    <nav aria-label="Host" className="mt-3">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {hostTabs.map(({ segment, label }) => {
          const isHere = pathname === hostPath(hostId, segment)
          return (
            <li key={segment}>
              <Link
                href={hostPath(hostId, segment, recording)}
                aria-current={isHere ? 'page' : undefined}
                className={cx(
                  'inline-flex min-h-10 items-center border-b-2 px-3 text-sm font-medium transition-colors',
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
