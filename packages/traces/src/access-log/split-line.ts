/** A part of a line that stands between blanks, in quotes, in brackets, or behind `key=`. */
export interface Piece {
  /** What stands between the content of the piece before and this one's, such as ` rt="`. */
  before: string
  /** Of `key=value`. Empty for a piece without one. */
  key: string
  enclosed: 'quotes' | 'brackets' | 'nothing'
  text: string
}

/** Lines with more pieces are no access log. */
const MOST_PIECES = 60
const KEY = /([A-Za-z_][\w.@()-]{0,40})=/y

/**
 * Splits a line at its blanks, but not inside quotes (with escapes) and brackets. Null for a line whose
 * quotes or brackets do not close. All pieces and what stands between them, in order, are the line.
 */
export function splitLine(line: string): Piece[] | null {
  const pieces: Piece[] = []
  let at = 0
  while (at < line.length) {
    if (pieces.length === MOST_PIECES) return null
    const start = at
    while (line[at] === ' ' || line[at] === '\t') at++
    if (at === line.length) break
    KEY.lastIndex = at
    const key = KEY.exec(line)?.[1] ?? ''
    if (key !== '') at += key.length + 1
    const close = CLOSING.get(line[at] ?? '')
    const from = close ? at + 1 : at
    const to = close ? closeOf(line, from, close) : endOfWord(line, from)
    if (to < 0) return null
    pieces.push({
      before: line.slice(start, from),
      key,
      enclosed: close === ']' ? 'brackets' : close ? 'quotes' : 'nothing',
      text: line.slice(from, to),
    })
    at = close ? to + 1 : to
  }
  return pieces
}

const CLOSING = new Map([
  ['"', '"'],
  ['[', ']'],
])

function closeOf(line: string, from: number, close: string): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === close) return at
  }
  return -1
}

function endOfWord(line: string, from: number): number {
  LIST.lastIndex = from
  const list = LIST.exec(line)
  if (list) return LIST.lastIndex
  let at = from
  while (at < line.length && line[at] !== ' ' && line[at] !== '\t') at++
  return at
}

/** nginx writes the times of all upstream servers that it asked as one field, with blanks in it. */
const LIST = /(?:\d+\.\d{3}|-)(?:(?:, | : )(?:\d+\.\d{3}|-))+(?=[ \t]|$)/y
