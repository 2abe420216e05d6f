import type { Selection } from '@steelyard/analysis'
import type { LoggedRequest } from '@steelyard/traces'

/** Finer than any log stamps. */
const PER_SECOND = 1e6
const ROUNDED_SECONDS = 0.5 / PER_SECOND

/** A request as the list shows it. */
export function listedRequest({ startSeconds, endSeconds }: LoggedRequest) {
  return {
    startSeconds: Math.round(startSeconds * PER_SECOND) / PER_SECOND,
    ms: Math.round((endSeconds - startSeconds) * PER_SECOND) / (PER_SECOND / 1000),
  }
}

type Asked = Record<
  'selectedFromSeconds' | 'selectedToSeconds' | 'selectedFromMs' | 'selectedToMs',
  number
>

/** The list rounds, and what it says of a request must select it: as much is added at each edge. */
export function selectionOf(asked: Asked): Selection {
  return {
    startSeconds: widened(asked.selectedFromSeconds, asked.selectedToSeconds),
    responseSeconds: widened(asked.selectedFromMs / 1000, asked.selectedToMs / 1000),
  }
}

function widened(from: number, to: number) {
  return { from: from - ROUNDED_SECONDS, to: to + ROUNDED_SECONDS }
}
