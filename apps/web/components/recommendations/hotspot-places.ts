import type { Hotspot } from '@steelyard/contract'

/**
 * Where the windows, the target and the forecast stand in the picture of a hotspot, in fractions of
 * its width and height from the lower left; every value fits, from zero up.
 */
export function hotspotPlaces({ windows, forecast }: Pick<Hotspot, 'windows' | 'forecast'>) {
  const { responseTimeMs, errorMs } = forecast
  const foretoldHigh = responseTimeMs + (errorMs ?? 0)
  const top =
    1.1 *
    Math.max(
      foretoldHigh,
      ...windows.flatMap((window) => [window.responseTimeMs, window.targetMs]),
      1,
    )
  const xOf = (index: number) => (index + 0.5) / (windows.length + 1)
  const yOf = (ms: number) => Math.max(0, ms) / top
  return {
    windows: windows.map((window, index) => ({
      x: xOf(index),
      y: yOf(window.responseTimeMs),
      missed: window.missed,
    })),
    target: yOf(windows.at(-1)?.targetMs ?? 0),
    forecast: {
      x: xOf(windows.length),
      y: yOf(responseTimeMs),
      low: yOf(responseTimeMs - (errorMs ?? 0)),
      high: yOf(foretoldHigh),
    },
  }
}
