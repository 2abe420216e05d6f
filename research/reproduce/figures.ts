/** Formats 0.0066 as 6.60 ms: three significant digits, no exponent. */
export function ms(seconds: number): string {
  return `${significant(seconds * 1000)} ms`
}

/** Formats as 9.73 / 9.41 / 4.90 ms. */
export function msList(seconds: readonly number[]): string {
  return `${seconds.map((each) => significant(each * 1000)).join(' / ')} ms`
}

/** Formats 0.0375 as 3.75 %. */
export function percent(fraction: number): string {
  return `${significant(fraction * 100)} %`
}

/** The deviation of our value from the published one, such as +12.0 %. */
export function offBy(ours: number, published: number): string {
  const part = ours / published - 1
  return `${part < 0 ? '−' : '+'}${significant(Math.abs(part) * 100)} %`
}

export function significant(value: number): string {
  if (value === 0) return '0'
  if (!Number.isFinite(value)) return '∞'
  const rounded = Math.abs(Number(value.toPrecision(3)))
  const digits = Math.max(0, 2 - Math.floor(Math.log10(rounded)))
  return value.toFixed(Math.min(digits, 6)).replace('-', '−')
}
