export function isoOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString()
}
