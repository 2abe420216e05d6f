import type { Trouble } from '@steelyard/contract'
import { formatCount, formatItems } from '@steelyard/contract/format'
import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'

function placeOf(where: NonNullable<Trouble['where']>): string {
  const parts = [
    where.path,
    where.line === undefined ? null : `line ${formatCount(where.line)}`,
    where.column === undefined ? null : `column ${formatCount(where.column)}`,
    where.byte === undefined ? null : `byte ${formatCount(where.byte)}`,
  ]
  return formatItems(parts.flatMap((part) => part || []))
}

/** A failure reported by a resource: what happened, where, what was expected, and how to fix it. */
export function TroubleAlert({
  trouble,
  title,
  tone = 'danger',
  children,
}: {
  trouble: Trouble | null
  title?: string
  tone?: 'danger' | 'warn'
  /** Details of the failure that need more than a sentence. */
  children?: ReactNode
}) {
  if (!trouble) return null
  const place = trouble.where ? placeOf(trouble.where) : ''
  return (
    <Alert tone={tone} title={title ?? trouble.message}>
      {title ? <p>{trouble.message}</p> : null}
      {place ? (
        <p>
          Where: <span className="font-medium text-ink">{place}</span>
        </p>
      ) : null}
      {trouble.expected ? <p>Expected: {trouble.expected}</p> : null}
      {trouble.fix ? <p>What to do: {trouble.fix}</p> : null}
      {children}
    </Alert>
  )
}
