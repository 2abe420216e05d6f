import type { Verdict } from '@steelyard/contract'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { verdictTones } from '../../lib/verdict-words.ts'

const edges = {
  danger: 'border-l-danger',
  warn: 'border-l-warn',
  neutral: 'border-l-line-strong',
  ok: 'border-l-ok',
}

/** The one panel of a page that is raised: its sentence, what there is to do, and what it rests on. */
export function VerdictPanel({
  verdict,
  title,
  action,
  notes,
  children,
}: {
  verdict: Verdict
  title: ReactNode
  action?: ReactNode
  /** In small print. */
  notes?: ReactNode
  children?: ReactNode
}) {
  return (
    <section
      aria-label="Verdict"
      className={cx(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 rounded-xl border border-l-4 border-line bg-surface px-4 py-4 shadow-card [overflow-wrap:anywhere] sm:px-6 lg:grid-cols-[minmax(0,1fr)_fit-content(22rem)]',
        edges[verdictTones[verdict]],
      )}
    >
      <div className="min-w-0 space-y-2">
        <h2 className="max-w-3xl text-xl leading-snug font-semibold sm:text-2xl sm:leading-8">
          {title}
        </h2>
        {children}
      </div>
      {action ? <div className="flex min-w-0 flex-col gap-2 lg:pt-0.5">{action}</div> : null}
      {notes ? (
        <div className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-2.5 text-sm text-ink-faint lg:col-span-2">
          {notes}
        </div>
      ) : null}
    </section>
  )
}
