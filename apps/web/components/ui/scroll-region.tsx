import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

/**
 * Content wider than the screen scrolls in here, never the page. `relative` contains visually
 * hidden text, which is positioned absolutely and would otherwise widen the page.
 */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className={cx('relative overflow-x-auto', className)}
    >
      {children}
    </section>
  )
}
