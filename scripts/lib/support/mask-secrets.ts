/** What stands where a secret stood. */
export const MASK = '[masked]'

/** Shorter values would mask common words; no secret that Steelyard takes or makes is as short. */
const SHORTEST = 6

const PATTERNS: [pattern: RegExp, replacement: string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, MASK],
  // The account of an address, such as that of a mail server.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, `$1${MASK}@`],
  [/\b(bearer|basic)\s+[^\s"',}]+/gi, `$1 ${MASK}`],
  [
    /((?:password|passwd|secret|token|api[-_]?key|private[-_]?key|access[-_]?key(?:[-_]?id)?|authorization|(?:set-)?cookie)\w*(?:\\?["'])?\s*[:=]\s*)(\\?"(?:[^"\\]|\\.)*"|\\?'[^']*'|[^\s,;&}\]]+)/gi,
    `$1${MASK}`,
  ],
  [/\b((?:__Host-)?steelyard_\w+=)[^\s;,"']+/g, `$1${MASK}`],
  // Tokens, links, session ids, keys and hashes: nothing that people read is as long without a break.
  [/[A-Za-z0-9_+-]{40,}={0,2}/g, MASK],
]

/** Masks secrets that are known, and in a log also what looks like one. */
export function maskLog(text: string, known: readonly string[]): string {
  return PATTERNS.reduce(
    (masked, [pattern, replacement]) => masked.replace(pattern, replacement),
    maskKnown(text, known),
  )
}

export function maskKnown(text: string, known: readonly string[]): string {
  const longestFirst = known
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
  let masked = text
  for (const secret of longestFirst) {
    // As it is, in JSON, and in an address.
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
      masked = masked.replaceAll(form, MASK)
  }
  return masked
}
