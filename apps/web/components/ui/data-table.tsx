'use client'

import {
  type ColumnDef,
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  type RowData,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { TableRegion } from './table-region.tsx'

interface ColumnLook {
  /** Aligns figures at the end of the cell. */
  numeric?: boolean
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
  columnMeta: metaHelper<ColumnLook>(),
})

// biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, any>

/**
 * Create it outside the component: `const column = columnsFor<Row>()`, then `column.accessor(...)`.
 */
export function columnsFor<Row extends RowData>() {
  return createColumnHelper<typeof features, Row>()
}

/** A sortable table. */
export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowId,
  sortedBy = [],
  sortable = true,
  dense = false,
  empty,
}: {
  /** A caption for screen readers; the visible heading stands above the table. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowId?: (row: Row) => string
  sortedBy?: SortingState
  sortable?: boolean
  /** Rows of 36 px, for lists of many. */
  dense?: boolean
  empty?: ReactNode
}) {
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    enableSorting: sortable,
    initialState: { sorting: sortedBy },
  })
  if (rows.length === 0 && empty) return <>{empty}</>
  return (
    <TableRegion caption={caption}>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="border-b border-line">
              {group.headers.map((header) => (
                <SortableHeading
                  key={header.id}
                  numeric={header.column.columnDef.meta?.numeric}
                  sorted={header.column.getIsSorted()}
                  onSort={
                    header.column.getCanSort() ? header.column.getToggleSortingHandler() : undefined
                  }
                >
                  {header.isPlaceholder ? null : <table.FlexRender header={header} />}
                </SortableHeading>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="border-b border-line last:border-0">
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  className={cx(
                    'px-3 first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6',
                    dense ? 'py-1.5 align-middle' : 'py-2.5 align-top',
                    cell.column.columnDef.meta?.numeric && 'text-right whitespace-nowrap',
                  )}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

function SortableHeading({
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
