import type { CapsMonitorMode, CapsMonitorSettings } from '@steelyard/contract'
import { formatChosen, formatChosenPercent, formatList } from '@steelyard/contract/format'

export const modeWords: Record<CapsMonitorMode, { word: string; line: string }> = {
  off: { word: 'Off', line: 'Nobody watches the load, and caps change by plans alone.' },
  'dry-run': {
    word: 'Dry run',
    line: 'The journal says which caps would have been set, and none is.',
  },
  automatic: {
    word: 'Automatic',
    line: 'Caps are set and given back without a person, as long as a grant holds.',
  },
}

type Bounds = Pick<CapsMonitorSettings['others'][number], 'leastCapPercent' | 'highestCapPercent'>

/** `at least 10 %`, or `between 10 % and 50 %` */
export function boundsWords({ leastCapPercent, highestCapPercent }: Bounds): string {
  const least = formatChosenPercent(leastCapPercent)
  return highestCapPercent === null
    ? `at least ${least}`
    : `between ${least} and ${formatChosenPercent(highestCapPercent)}`
}

/** `rt1 70 ms every 100 ms` */
export function tasksWords({ realTime }: Pick<CapsMonitorSettings, 'realTime'>): string {
  return formatList(
    realTime.map(
      ({ name, periodMs, executionMs }) =>
        `${name} ${formatChosen(executionMs)} ms every ${formatChosen(periodMs)} ms`,
    ),
  )
}
