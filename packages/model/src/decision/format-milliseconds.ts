/** Formats seconds for use in sentences: 0.0274 -> "27.4 ms". */
export function formatMilliseconds(seconds: number): string {
  return `${Number((seconds * 1000).toPrecision(3))} ms`
}
