export interface NumberedLine {
  text: string
  /** 1-based. */
  line: number
}

/**
 * The complete, non-blank lines in the first bytes of a member (Latin-1, as the readers decode
 * them).
 */
export function headLines(head: Buffer): NumberedLine[] {
  const all = head.toString('latin1').split('\n')
  // The last piece may be half a line, unless it is the only one.
  if (all.length > 1) all.pop()
  return all
    .map((text, i) => ({ text: text.replace(/\r$/, ''), line: i + 1 }))
    .filter(({ text }) => text.trim() !== '')
}

/** The kind of binary content. Null for text. */
export function notText(head: Buffer): string | null {
  let odd = 0
  const looked = head.subarray(0, 4096)
  for (const byte of looked) {
    if (byte === 0) return 'binary data'
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 27) odd++
  }
  return odd > looked.length * 0.05 ? 'binary data' : null
}
