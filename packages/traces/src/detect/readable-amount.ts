/** Formats 0.005956 as '5.956 ms': three units cover a day to a microsecond. */
export function readableSeconds(seconds: number): string {
  if (seconds >= 1) return `${round(seconds)} s`
  return seconds >= 1e-3 ? `${round(seconds * 1e3)} ms` : `${round(seconds * 1e6)} µs`
}

export function readableTime(epochSeconds: number): string {
  const date = new Date(epochSeconds * 1000)
  return Number.isNaN(date.getTime()) ? 'no time' : date.toISOString()
}

function round(value: number): string {
  return String(Number(value.toPrecision(6)))
}
