import { decimalOf } from '../reading/decimal.ts'

/** The sign of micro comes in two characters of Unicode, of which Latin-1 sees the bytes. */
const SECONDS_IN = new Map([
  ['ns', 1e-9],
  ['us', 1e-6],
  ['\u00b5s', 1e-6],
  ['\u03bcs', 1e-6],
  ['\u00c2\u00b5s', 1e-6],
  ['\u00ce\u00bcs', 1e-6],
  ['ms', 1e-3],
  ['s', 1],
  ['m', 60],
])
const WITH_UNIT = new RegExp(`^(\\d[\\d.]{0,19}) ?(${[...SECONDS_IN.keys()].join('|')})$`)

/** Seconds of a number with its unit, such as 25ms or 1.2s; NaN for anything else. */
export function secondsWithUnit(text: string): number {
  const match = WITH_UNIT.exec(text)
  if (!match) return Number.NaN
  const [, number, unit] = match as unknown as [string, string, string]
  return decimalOf(number, 0, number.length) * SECONDS_IN.get(unit)!
}
