'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { changedQuery } from '../../../lib/changed-query.ts'
import { cx } from '../../../lib/cx.ts'
import { type HostTab, hostPath } from '../../../lib/host-paths.ts'

/** The table of contents of a tab whose address names the section that is shown. */
export function TabContents({
  label,
  hostId,
  tab,
  sections,
  shown,
  beside = false,
}: {
  label: string
  hostId: string
  tab: HostTab
  sections: readonly { id: string; label: string }[]
  shown: string
  /** Whether it stands beside the sections where there is room. */
  beside?: boolean
}) {
  const query = useSearchParams().toString()
  return (
    <nav aria-label={label} className={cx(beside && 'xl:sticky xl:top-32')}>
      <ul className={cx('flex flex-wrap gap-1', beside && 'xl:flex-col')}>
        {sections.map(({ id, label: name }) => (
          <li key={id}>
            <Link
              href={hostPath(hostId, tab) + changedQuery(query, { section: id })}
              aria-current={id === shown ? 'true' : undefined}
              className={cx(
                'block rounded-md px-3 py-1.5 text-sm',
                id === shown
                  ? 'bg-accent-soft font-medium text-accent'
                  : 'text-ink-soft hover:bg-sunken hover:text-ink',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
