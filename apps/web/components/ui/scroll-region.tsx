'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../../lib/cx.ts'

/**
 * Content wider than the screen scrolls in here, never the page. The keyboard stops here only while
 * there is something to scroll. `relative` contains visually hidden text, which is positioned
 * absolutely and would otherwise widen the page.
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
  const region = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = region.current
    if (!element) return
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    for (const each of [element, ...element.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={region}
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      className={cx('relative overflow-x-auto', className)}
    >
      {children}
    </section>
  )
}
