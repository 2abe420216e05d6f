import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

export function SortableHeading({
  numeric = false,
  sorted,
  onSort,
  children,
}: {
  numeric?: boolean
  sorted: false | 'asc' | 'desc'
  onSort?: (event: unknown) => void
  children: ReactNode
}) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      className={cx(
        'px-3 py-2 font-medium whitespace-nowrap text-ink-faint first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6',
        numeric ? 'text-right' : 'text-left',
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            '-mx-1 inline-flex items-center gap-1 rounded px-1 hover:text-ink',
            numeric && 'flex-row-reverse',
          )}
        >
          {children}
          <Icon className={cx('size-3.5', !sorted && 'opacity-50')} aria-hidden />
        </button>
      ) : (
        children
      )}
    </th>
  )
}
