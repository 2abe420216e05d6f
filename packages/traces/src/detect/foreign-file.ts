/** Beginnings of files that people drop by mistake, and what to call them. */
const MAGICS: readonly { what: string; at: number; bytes: string }[] = [
  { what: 'a PNG picture', at: 0, bytes: '\x89PNG\r\n' },
  { what: 'a JPEG picture', at: 0, bytes: '\xff\xd8\xff' },
  { what: 'a GIF picture', at: 0, bytes: 'GIF8' },
  { what: 'a WebP picture', at: 8, bytes: 'WEBP' },
  { what: 'a TIFF picture', at: 0, bytes: 'II*\0' },
  { what: 'a PDF document', at: 0, bytes: '%PDF-' },
  { what: 'an old Office document', at: 0, bytes: '\xd0\xcf\x11\xe0' },
  { what: 'a Linux program', at: 0, bytes: '\x7fELF' },
  { what: 'a Windows program', at: 0, bytes: 'MZ\x90\0' },
  { what: 'a macOS program', at: 0, bytes: '\xcf\xfa\xed\xfe' },
  { what: 'an SQLite database', at: 0, bytes: 'SQLite format 3\0' },
  { what: 'a video', at: 4, bytes: 'ftyp' },
]

/** What a file is that can be neither a log nor a trace. Null when its beginning does not say. */
export function foreignFile(head: Buffer): string | null {
  const start = head.toString('latin1', 0, 64)
  const magic = MAGICS.find(({ at, bytes }) => start.startsWith(bytes, at))
  if (magic) return magic.what
  return /^\s*<(!doctype html|html)\b/i.test(start) ? 'a web page' : null
}
