import type { Verdict } from '@steelyard/contract'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { verdictTones, verdictWords } from '../../lib/verdict-words.ts'

const colors = {
  danger: 'text-danger',
  warn: 'text-warn',
  neutral: 'text-ink-faint',
  ok: 'text-ok',
}

const colorOf = (verdict: Verdict) => colors[verdictTones[verdict]]

/**
 * The mark of a verdict: its shape says which side of the target, its filling how sure, its colour how
 * urgent. Without a word beside it, it says its own to a screen reader and on hover.
 */
export function VerdictMark({
  verdict,
  beside = false,
  className,
}: {
  verdict: Verdict | null
  /** Whether its word stands beside it. */
  beside?: boolean
  className?: string
}) {
  if (verdict === null) return null
  return (
    <span
      className={cx('inline-block shrink-0 align-text-bottom', colorOf(verdict), className)}
      title={beside ? undefined : verdictWords[verdict]}
    >
      <svg viewBox="0 0 16 16" className="size-4 overflow-visible" aria-hidden>
        {drawings[verdict]}
      </svg>
      {beside ? null : <span className="sr-only">{verdictWords[verdict].toLowerCase()}</span>}
    </span>
  )
}

/** The mark with its word. */
export function VerdictWord({ verdict }: { verdict: Verdict }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 font-medium whitespace-nowrap',
        colorOf(verdict),
      )}
    >
      <VerdictMark verdict={verdict} beside />
      {verdictWords[verdict]}
    </span>
  )
}

const round = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
/** Strokes on a filled shape let what lies below shine through. */
const hole = { ...round, stroke: 'var(--surface)', strokeWidth: 1.8 } as const
const line = { ...round, stroke: 'currentColor', strokeWidth: 1.6 } as const
const outline = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const

const drawings: Record<Verdict, ReactNode> = {
  saturated: (
    <>
      <rect x="1" y="1" width="14" height="14" rx="2" fill="currentColor" />
      <path d="M4 4h8M8 12.2V7M5.6 9.2 8 6.8l2.4 2.4" {...hole} />
    </>
  ),
  misses: (
    <>
      <path d="M8 1.6 15 14H1z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
      <path d="M8 6v3.8M8 12v.1" {...hole} />
    </>
  ),
  'probably-misses': (
    <>
      <path d="M8 1.9 14.9 14H1.1z" {...outline} strokeLinejoin="round" />
      <path d="M8 6.2v3.4M8 11.8v.1" {...line} />
    </>
  ),
  'not-enough-evidence': (
    <>
      <circle cx="8" cy="8" r="6.5" {...outline} strokeDasharray="2.2 2.2" />
      <path d="M6.1 6.4a1.9 1.9 0 1 1 2.7 1.7c-.5.3-.8.6-.8 1.1M8 11.5v.1" {...line} />
    </>
  ),
  'no-targets': (
    <>
      <circle cx="8" cy="8" r="6.5" {...outline} strokeDasharray="2.2 2.2" />
      <path d="M5.2 8h5.6" {...line} />
    </>
  ),
  'probably-meets': (
    <>
      <circle cx="8" cy="8" r="6.5" {...outline} />
      <path d="m5.1 8.2 2 2 3.8-4.1" {...line} />
    </>
  ),
  meets: (
    <>
      <circle cx="8" cy="8" r="7.25" fill="currentColor" />
      <path d="m4.8 8.3 2.2 2.2 4.2-4.6" {...hole} />
    </>
  ),
}
