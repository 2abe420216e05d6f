import { formatDuration } from '@steelyard/contract/format'

const SECONDS = [10, 30, 60, 300, 900]

/**
 * The windows in which targets can be asked to hold, as choices of a select; empty for all requests
 * together. A host may have another one, set through the API.
 */
export function targetWindows(current: string): { value: string; label: string }[] {
  const known = current === '' ? SECONDS : [...new Set([...SECONDS, Number(current)])]
  return [
    { value: '', label: 'over all requests together' },
    ...known
      .toSorted((a, b) => a - b)
      .map((seconds) => ({ value: String(seconds), label: `in every ${formatDuration(seconds)}` })),
  ]
}

/** The seconds of a choice; null for all requests together. */
export function windowSecondsOf(choice: string): number | null {
  return choice === '' ? null : Number(choice)
}
