const MAX_EXCERPT = 200

/**
 * A piece of an input line that is safe to show anywhere: UTF-8 decoded, control characters
 * escaped, cut.
 */
export function excerpt(latin1: string): string {
  const text = Buffer.from(latin1.slice(0, MAX_EXCERPT * 2), 'latin1').toString('utf8')
  const escaped = text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return escaped.length > MAX_EXCERPT ? `${escaped.slice(0, MAX_EXCERPT - 1)}…` : escaped
}
