/**
 * Every number that the dashboard shows or a sentence of the API contains is formatted in this
 * folder. There is one LOCALE and every value has its unit. Measured or computed values have three
 * significant digits, values that a user chose (a target, a cap) appear as chosen, and an en dash
 * stands for an unknown value.
 */
export const LOCALE = 'en-GB'
export const UNKNOWN = '–'

export type Maybe = number | null | undefined

export function isKnown(value: Maybe): value is number {
  return value !== null && value !== undefined && Number.isFinite(value)
}

/**
 * Three significant digits with trailing zeros, so that figures can be compared: 0.120, 5.00, 54.0.
 * Whole numbers are never rounded (1,234), and nothing is finer than a thousandth.
 */
export function significant(value: number): string {
  const magnitude = Math.abs(value)
  if (magnitude < 0.0005) return '0'
  const precision =
    magnitude >= 100
      ? { maximumFractionDigits: 0 }
      : magnitude >= 0.9995
        ? { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }
        : { minimumFractionDigits: 3, maximumFractionDigits: 3 }
  return new Intl.NumberFormat(LOCALE, precision).format(value)
}

/** Formats a number as the user chose it: 80, 37.5. */
export function chosen(value: number): string {
  return new Intl.NumberFormat(LOCALE).format(value)
}

export function signOf(value: number): string {
  return value > 0 ? '+' : value < 0 ? '−' : ''
}
