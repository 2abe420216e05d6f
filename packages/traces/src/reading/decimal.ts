/** Parses digits with an optional sign and decimals; NaN for anything else. */
export function decimalOf(text: string, from: number, to: number): number {
  let at = from
  const negative = text.charCodeAt(at) === 45
  if (negative) at++
  if (at >= to || to - at > 25) return Number.NaN
  let value = 0
  let scale = 0
  let digits = 0
  for (; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 46 && scale === 0) scale = 1
    else if (code >= 48 && code <= 57) {
      value = value * 10 + (code - 48)
      digits++
      if (scale > 0) scale *= 10
    } else return Number.NaN
  }
  if (digits === 0) return Number.NaN
  if (scale > 0) value /= scale
  return negative ? -value : value
}
