'use client'

import type { ReactNode } from 'react'
import { type Column, DataTable } from './data-table.tsx'
import { PagedList, type PagedListProps } from './paged-list.tsx'

/** A list read page by page: its table, and placeholders while it is empty. */
export function PagedTable<Row extends { id: string }>({
  caption,
  columns,
  sortable,
  dense,
  empty,
  ...list
}: PagedListProps<Row> & {
  caption: string
  columns: Column<Row>[]
  sortable?: boolean
  dense?: boolean
  empty: ReactNode
}) {
  return (
    <PagedList {...list}>
      {(rows) => (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          sortable={sortable}
          dense={dense}
          empty={empty}
        />
      )}
    </PagedList>
  )
}
