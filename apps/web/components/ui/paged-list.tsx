'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ProblemAlert } from './problem-alert.tsx'
import { SkeletonLines } from './skeleton.tsx'

export interface PagedListProps<Row> {
  query: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>
  /** Names what is being loaded, for screen readers. */
  loading: string
  lines?: number
  /** Says what could not be loaded. */
  problem: string
  /** The label of the button that loads further rows. */
  more?: string
}

/** A list read page by page: its rows as `children` shows them, and what stands in for them. */
export function PagedList<Row>({
  query,
  loading,
  lines,
  problem,
  more = 'Show more',
  children,
}: PagedListProps<Row> & { children: (rows: Row[]) => ReactNode }) {
  if (!query.data && !query.error) {
    return (
      <div className="p-6">
        <SkeletonLines lines={lines} label={loading} />
      </div>
    )
  }
  return (
    <>
      {query.data ? children(query.data.pages.flatMap((page) => page.data)) : null}
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
