/** Parses a number field with a comma or a point. Null when empty, undefined when not a number. */
export function parseDecimal(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined
  return Number(trimmed.replace(',', '.'))
}

/** Whether the value is a whole number from one to `most`. */
export function isCount(value: number | null | undefined, most: number): value is number {
  return value != null && Number.isInteger(value) && value >= 1 && value <= most
}
