/** Level, trend and season just before the first value. */
export interface Beginning {
  level: number
  trend: number
  seasonals: number[]
}

/**
 * What the first two seasons say: the trend is how much the second is above the first, and a
 * seasonal is the mean deviation from that line, which is exact for a line plus a season. Only
 * moments known in both seasons set the line; a moment known in neither has a seasonal of 0. Null
 * when fewer than half of the moments are known in both.
 */
export function beginningOf(values: readonly (number | null)[], season: number): Beginning | null {
  let [common, firsts, growth, moments] = [0, 0, 0, 0]
  for (let moment = 0; moment < season; moment++) {
    const [first, second] = [values[moment], values[season + moment]]
    if (first == null || second == null) continue
    common++
    firsts += first
    growth += second - first
    moments += moment
  }
  if (common < season / 2) return null
  const trend = growth / common / season
  const levelAt = (index: number) => firsts / common + trend * (index - moments / common)
  return {
    level: levelAt(-1),
    trend,
    seasonals: Array.from({ length: season }, (_, moment) => {
      const deviations = [moment, season + moment].flatMap((index) => {
        const value = values[index]
        return value == null ? [] : [value - levelAt(index)]
      })
      return deviations.reduce((sum, each) => sum + each, 0) / Math.max(1, deviations.length)
    }),
  }
}
