import { type Check, reason } from './check.ts'

const fewWindows: Check = ({ rangeWindows }) =>
  rangeWindows.length >= 10
    ? []
    : [
        reason(
          'info',
          'few-windows',
          `The verdict rests on ${rangeWindows.length} windows; a 95th percentile of so few is close to the largest.`,
        ),
      ]

const mixedPhases: Check = ({ host }) => {
  const lengths = host.plannedPhases.map((p) => p.toEpochSeconds - p.fromEpochSeconds)
  const shortest = Math.min(...lengths)
  return shortest >= host.windowSeconds
    ? []
    : [
        reason(
          'warning',
          'windows-across-phases',
          `Windows of ${host.windowSeconds} s are longer than a phase of ${shortest} s: the phases run into each other.`,
        ),
      ]
}

export const windowChecks: readonly Check[] = [fewWindows, mixedPhases]
