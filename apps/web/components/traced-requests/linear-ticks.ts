/** Round values within a span, at most as many as wanted and one more. */
export function linearTicks(from: number, to: number, wanted: number): number[] {
  if (!(to > from)) return [from]
  const rough = (to - from) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10)
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  // Without binary noise: 0.3, not 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
