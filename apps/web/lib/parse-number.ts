/** Parses a number field with a comma or a point. Null when empty, undefined when not a number. */
export function parseDecimal(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined
  return Number(trimmed.replace(',', '.'))
}

/** The number in a field that must have one; NaN, which schemas refuse, where there is none. */
export function numberIn(text: string): number {
  return parseDecimal(text) ?? Number.NaN
}

/** Whether the value is a number from `least` to `most`. */
export function isWithin(
  value: number | null | undefined,
  least: number,
  most: number,
): value is number {
  return value != null && value >= least && value <= most
}

/** Whether the value is a whole number from one to `most`. */
export function isCount(value: number | null | undefined, most: number): value is number {
  return isWithin(value, 1, most) && Number.isInteger(value)
}
