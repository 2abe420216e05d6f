'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { changedQuery } from '../../../lib/changed-query.ts'
import { cx } from '../../../lib/cx.ts'
import { type HostTab, hostPath } from '../../../lib/host-paths.ts'
import { useCentred } from '../../../lib/use-centred.ts'

/**
 * The table of contents of a tab whose address names the section that is shown. On a phone it is one
 * row, which scrolls as the tabs do.
 */
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
  const here = useCentred(shown)
  return (
    <nav aria-label={label} className={cx('min-w-0 max-sm:-mx-4', beside && 'xl:sticky xl:top-32')}>
      <ul
        className={cx(
          'relative flex gap-1 max-sm:overflow-x-auto max-sm:whitespace-nowrap max-sm:px-4 max-sm:[scrollbar-width:none] sm:flex-wrap',
          beside && 'xl:flex-col',
        )}
      >
        {sections.map(({ id, label: name }) => (
          <li key={id} ref={id === shown ? here : undefined} className="shrink-0">
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
