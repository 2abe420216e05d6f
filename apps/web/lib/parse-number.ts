/** What was typed into a number field: empty -> null, not a number -> undefined; comma or point. */
export function parseDecimal(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined
  return Number(trimmed.replace(',', '.'))
}

/** A number of things: whole, at least one and no more than `most`. */
export function isCount(value: number | null | undefined, most: number): value is number {
  return value != null && Number.isInteger(value) && value >= 1 && value <= most
}
