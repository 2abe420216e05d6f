import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { Name } from './name.tsx'
import { TableRegion } from './table-region.tsx'

const edge = 'first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6'

/**
 * A table with grouped rows, which DataTable does not support.
 */
export function PlainTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <TableRegion caption={caption}>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </TableRegion>
  )
}

interface CellLook {
  /** Aligns figures at the end of the cell. */
  numeric?: boolean
}

export function HeadCell({ numeric, className, ...rest }: ComponentProps<'th'> & CellLook) {
  return (
    <th
      scope="col"
      className={cx(
        'border-b border-line px-3 py-2 font-medium whitespace-nowrap text-ink-faint',
        edge,
        numeric ? 'text-right' : 'text-left',
        className,
      )}
      {...rest}
    />
  )
}

export function RowHead({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="row"
      // Stays visible while the figures scroll on a narrow screen.
      className={cx(
        'sticky left-0 min-w-26 bg-surface px-3 py-2.5 text-left align-top font-medium',
        edge,
        className,
      )}
      {...rest}
    />
  )
}

/** The name of a guest or a host at the head of its row, on one line. */
export function NameHead({ name }: { name: string }) {
  return (
    <RowHead>
      <Name className="max-w-60">{name}</Name>
    </RowHead>
  )
}

export function Cell({ numeric, className, ...rest }: ComponentProps<'td'> & CellLook) {
  return (
    <td
      className={cx(
        'px-3 py-2.5 align-top',
        edge,
        numeric && 'text-right whitespace-nowrap',
        className,
      )}
      {...rest}
    />
  )
}
