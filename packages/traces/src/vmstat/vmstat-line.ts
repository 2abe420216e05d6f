import { readStamp, type Stamp } from '../reading/stamp.ts'

/** What the heading above the rows says. */
export interface VmstatHeading {
  columns: readonly string[]
  /** Abbreviation of the zone above the stamps; null without stamps. */
  zone: string | null
}

interface VmstatRow {
  values: readonly string[]
  stamp: Stamp | null
}

/** No row of `-w -t` has more characters. */
const LONGEST_LINE = 400
/** The groups above the heading, such as `procs ---memory---`, in whatever width. */
const GROUPS = /^\s*-*procs-*\s+-+\s*\S*memory/

export function isGroups(line: string): boolean {
  return line.length <= LONGEST_LINE && GROUPS.test(line)
}

/** The second line of the heading: `r b swpd ... us sy id wa st`, with the zone of `-t`. */
export function readHeading(line: string): VmstatHeading | null {
  if (line.length > LONGEST_LINE) return null
  const words = line.trim().split(/\s+/)
  if (words[0] !== 'r' || words[1] !== 'b') return null
  const end = Math.max(words.lastIndexOf('wa'), words.lastIndexOf('st'), words.lastIndexOf('gu'))
  const isWhole = words.includes('us') && words.includes('sy') && words.includes('id') && end > 0
  if (!isWhole) return null
  const zone = words.slice(end + 1).join(' ')
  return { columns: words.slice(0, end + 1), zone: zone === '' ? null : zone }
}

/** Null for what is no row of this heading. */
export function readRow(line: string, { columns, zone }: VmstatHeading): VmstatRow | null {
  if (line.length > LONGEST_LINE) return null
  const words = line.trim().split(/\s+/)
  const values = words.slice(0, columns.length)
  if (values.length < columns.length || !values.every((value) => /^\d{1,20}$/.test(value)))
    return null
  const rest = words.slice(columns.length)
  if (rest.length === 0) return { values, stamp: null }
  // Zones such as +03 stand above the stamps as well.
  const offset = zone && /^[+-]\d\d$/.test(zone) ? `${zone}00` : zone
  const stamp = readStamp(`${rest.slice(0, 2).join(' ')} ${offset ?? ''}`)
  return stamp?.form === 'whole' ? { values, stamp } : null
}
