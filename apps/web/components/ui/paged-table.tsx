'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { ProblemAlert } from './problem-alert.tsx'
import { SkeletonLines } from './skeleton.tsx'

/** A list read page by page: its table, and placeholders while it is empty. */
export function PagedTable<Row extends { id: string }>({
  query,
  caption,
  columns,
  sortable,
  dense,
  empty,
  loading,
  lines,
  problem,
  more = 'Show more',
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>
  caption: string
  columns: Column<Row>[]
  sortable?: boolean
  dense?: boolean
  empty: ReactNode
  /** Names what is being loaded, for screen readers. */
  loading: string
  lines?: number
  /** Says what could not be loaded. */
  problem: string
  /** The label of the button that loads further rows. */
  more?: string
}) {
  if (!query.data && !query.error) {
    return (
      <div className="p-6">
        <SkeletonLines lines={lines} label={loading} />
      </div>
    )
  }
  return (
    <>
      {query.data ? (
        <DataTable
          caption={caption}
          columns={columns}
          rows={query.data.pages.flatMap((page) => page.data)}
          rowId={(row) => row.id}
          sortable={sortable}
          dense={dense}
          empty={empty}
        />
      ) : null}
      {query.error ? (
        <div className="p-4 sm:p-6">
          <ProblemAlert error={query.error} title={problem} onRetry={() => query.refetch()} />
        </div>
      ) : null}
      {query.hasNextPage ? (
        <div className="border-t border-line p-3 text-center">
          <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {more}
          </Button>
        </div>
      ) : null}
    </>
  )
}
