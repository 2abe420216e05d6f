import type { Check } from './check.ts'

const fewWindows: Check = ({ rangeWindows }) =>
  rangeWindows.length >= 10
    ? []
    : [{ code: 'few-windows', severity: 'info', windows: rangeWindows.length }]

const mixedPhases: Check = ({ host }) => {
  const lengths = host.plannedPhases.map((p) => p.toEpochSeconds - p.fromEpochSeconds)
  const shortest = Math.min(...lengths)
  return shortest >= host.windowSeconds
    ? []
    : [
        {
          code: 'windows-across-phases',
          severity: 'warning',
          windowSeconds: host.windowSeconds,
          phaseSeconds: shortest,
        },
      ]
}

export const windowChecks: readonly Check[] = [fewWindows, mixedPhases]
