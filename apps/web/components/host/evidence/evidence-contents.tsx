'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { changedQuery } from '../../../lib/changed-query.ts'
import { cx } from '../../../lib/cx.ts'
import { hostPath } from '../../../lib/host-paths.ts'
import { type EvidenceSection, evidenceSections } from './evidence-sections.ts'

/** The table of contents of Evidence. */
export function EvidenceContents({ hostId, shown }: { hostId: string; shown: EvidenceSection }) {
  const query = useSearchParams().toString()
  return (
    <nav aria-label="Evidence" className="xl:sticky xl:top-36">
      <ul className="flex flex-wrap gap-1 xl:flex-col">
        {evidenceSections.map(({ id, label }) => (
          <li key={id}>
            <Link
              href={hostPath(hostId, 'evidence') + changedQuery(query, { section: id })}
              aria-current={id === shown ? 'true' : undefined}
              className={cx(
                'block rounded-md px-3 py-1.5 text-sm',
                id === shown
                  ? 'bg-accent-soft font-medium text-accent'
                  : 'text-ink-soft hover:bg-sunken hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
