/** A moment as sentences of the loop write it: `2026-11-24 10:32 UTC`. */
export function momentWords(epochSeconds: number): string {
  return `${new Date(epochSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
