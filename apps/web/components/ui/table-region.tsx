'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { ScrollRegion } from './scroll-region.tsx'

/**
 * The place of a table. Where the table does not fit, its columns move together; where that is not
 * enough, each row stands on its own, with a line for each cell, named by its column. globals.css has
 * the looks.
 */
export function TableRegion({ caption, children }: { caption: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const region = place.current?.parentElement
    const table = place.current?.querySelector('table')
    if (!region || !table) return
    const isTooWide = () => region.scrollWidth > region.clientWidth + 1
    const fit = () => {
      delete table.dataset.rows
      if (!isTooWide()) return
      table.dataset.rows = 'tight'
      if (isTooWide() && nameCells(table)) table.dataset.rows = 'stacked'
    }
    const onRows = new MutationObserver(fit)
    const onWidth = new ResizeObserver(fit)
    onRows.observe(table, { childList: true, subtree: true, characterData: true })
    // Of the table too, whose columns grow when a font or a figure comes later.
    for (const each of [region, table]) onWidth.observe(each)
    return () => {
      onRows.disconnect()
      onWidth.disconnect()
    }
  }, [])
  return (
    <ScrollRegion label={caption}>
      {/* As wide as a table that does not fit, so that the region notices when one grows. */}
      <div ref={place} className="w-fit min-w-full">
        {children}
      </div>
    </ScrollRegion>
  )
}

/** Gives each cell the name of its column; false where cells span rows, so that no name would fit. */
function nameCells(table: HTMLTableElement): boolean {
  const names = [...(table.tHead?.rows[table.tHead.rows.length - 1]?.cells ?? [])].map(nameOf)
  for (const { rows } of table.tBodies) {
    for (const row of rows) {
      let column = 0
      for (const cell of row.cells) {
        if (cell.rowSpan > 1) return false
        if (!cell.dataset.label && cell.colSpan === 1) cell.dataset.label = names[column] ?? ''
        column += cell.colSpan
      }
    }
  }
  return true
}

/** As it is read aloud: a scale that is drawn above a column is no part of its name. */
function nameOf(cell: HTMLTableCellElement): string {
  const shown = cell.cloneNode(true) as HTMLTableCellElement
  for (const drawn of shown.querySelectorAll('[aria-hidden=true]')) drawn.remove()
  return (shown.textContent ?? '').trim()
}
