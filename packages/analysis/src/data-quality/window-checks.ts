import type { QualityCheck } from './check.ts'

const fewWindows: QualityCheck = ({ rangeWindows }) =>
  rangeWindows.length >= 10
    ? []
    : [{ code: 'few-windows', severity: 'info', windows: rangeWindows.length }]

const mixedPhases: QualityCheck = ({ host }) => {
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

export const windowChecks: readonly QualityCheck[] = [fewWindows, mixedPhases]
