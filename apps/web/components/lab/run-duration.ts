import type { LabRun } from '@steelyard/contract'
import { formatDuration } from '@steelyard/contract/format'

/** How long a run takes, as measured on the newest runs of its kind; they wait for a worker too. */
export function durationWords(runs: readonly Pick<LabRun, 'createdAt' | 'finishedAt' | 'state'>[]) {
  const seconds = runs
    .filter(({ state }) => state === 'succeeded')
    .flatMap(({ createdAt, finishedAt }) =>
      finishedAt === null ? [] : [(Date.parse(finishedAt) - Date.parse(createdAt)) / 1000],
    )
    .toSorted((a, b) => a - b)
  if (seconds.length === 0) return 'A run takes about half a minute on two cores.'
  const median = seconds[Math.floor((seconds.length - 1) / 2)]!
  return `A run took ${formatDuration(Math.max(1, Math.round(median)))} here, typically.`
}
