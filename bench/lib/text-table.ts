export interface Column<Row> {
  title: string
  /** The default is right for all columns but the first. */
  align?: 'left' | 'right'
  text(row: Row): string
}

/** A plain-text table with two spaces between columns. */
export function textTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map(({ text }) => text(row)))
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((line) => line[index]!.length)),
  )
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => {
        const left = (columns[index]!.align ?? (index === 0 ? 'left' : 'right')) === 'left'
        return left ? text.padEnd(widths[index]!) : text.padStart(widths[index]!)
      })
      .join('  ')
      .trimEnd()
  const titles = columns.map(({ title }) => title)
  return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join(
    '\n',
  )
}

/** The same table in Markdown. */
export function markdownTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`
  const rule = columns.map(({ align }, index) =>
    (align ?? (index === 0 ? 'left' : 'right')) === 'left' ? '---' : '---:',
  )
  return [
    line(columns.map(({ title }) => title)),
    line(rule),
    ...rows.map((row) => line(columns.map(({ text }) => text(row)))),
  ].join('\n')
}

/** Formats 0.234 as 23 %. */
export function percent(fraction: number | null): string {
  return fraction === null ? '–' : `${(fraction * 100).toFixed(0)} %`
}

export function milliseconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–'
  const ms = seconds * 1000
  return ms.toFixed(ms < 100 ? 1 : 0)
}
