/** Why a document cannot be read any further; its reader says where it stands. */
export class DocumentError extends Error {
  readonly expected: string

  constructor(reason: string, expected: string) {
    super(reason)
    this.expected = expected
  }
}

/** No name and no text in a trace is longer. It bounds what is kept between two pieces. */
export const LONGEST_TOKEN = 64 * 1024
/** Traces are nested five or six deep. */
export const DEEPEST = 64
/** Of one part that is kept whole: a legend of a hundred thousand columns, far more than any host has. */
export const MOST_VALUES = 200_000
