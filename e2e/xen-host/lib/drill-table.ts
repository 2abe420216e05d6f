import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** How one drill ended, as the product states it. */
export type DrillEnd = {
  drill: string
  state: string
  statement: string
  /** Weight and cap of every guest on the host after the drill. */
  weights: string
}

/** The variable that names the file in which `npm run test:xen` collects the drills. */
export const DRILLS_FILE = 'STEELYARD_XEN_DRILLS'

export function recordDrill(end: DrillEnd): void {
  const file = process.env[DRILLS_FILE]
  if (file) appendFileSync(file, `${JSON.stringify(end)}\n`)
}

/** A table for the terminal with a row for each drill after which host and record agreed. */
export function drillTable(file: string): string {
  if (!existsSync(file)) return ''
  const ends: DrillEnd[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const heads = {
    drill: 'Drill',
    state: 'Ended',
    weights: 'On the host and on record',
    statement: '',
  }
  const widthOf = (key: 'drill' | 'state' | 'weights') =>
    Math.max(...[heads, ...ends].map((row) => row[key].length))
  const widths = [widthOf('drill'), widthOf('state'), widthOf('weights')]
  const line = (row: DrillEnd) =>
    [row.drill, row.state, row.weights]
      .map((text, i) => text.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [line(heads), rule, ...ends.flatMap((end) => [line(end), `    ${end.statement}`])].join(
    '\n',
  )
}
