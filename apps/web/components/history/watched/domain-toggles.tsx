'use client'

import { cx } from '../../../lib/cx.ts'
import { LineSwatch } from '../../charts/line-swatch.tsx'
import type { WatchLine } from '../../watch/watch-lines.ts'

/** The legend of the chart, whose entries hide and show their lines. */
export function DomainToggles({
  lines,
  hidden,
  onChange,
}: {
  lines: readonly WatchLine[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}) {
  function toggle(domain: string) {
    const next = new Set(hidden)
    if (!next.delete(domain)) next.add(domain)
    onChange(next)
  }
  return (
    <ul aria-label="Guests" className="flex flex-wrap gap-1.5">
      {lines.map(({ domain, color, dash }) => (
        <li key={domain}>
          <button
            type="button"
            aria-pressed={!hidden.has(domain)}
            onClick={() => toggle(domain)}
            className={cx(
              'inline-flex min-h-7 items-center gap-2 rounded-md border px-2 text-sm hover:bg-sunken',
              hidden.has(domain)
                ? 'border-transparent text-ink-faint line-through'
                : 'border-line text-ink',
            )}
          >
            <LineSwatch color={hidden.has(domain) ? 'var(--line-strong)' : color} dash={dash} />
            {domain}
          </button>
        </li>
      ))}
    </ul>
  )
}
