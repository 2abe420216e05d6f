import { visible } from './visible.ts'

const MAX_EXCERPT = 200

/**
 * A piece of an input line that is safe to show anywhere: UTF-8 decoded, control characters
 * escaped, cut.
 */
export function excerpt(latin1: string): string {
  const text = Buffer.from(latin1.slice(0, MAX_EXCERPT * 2), 'latin1').toString('utf8')
  const escaped = visible(text)
  return escaped.length > MAX_EXCERPT ? `${escaped.slice(0, MAX_EXCERPT - 1)}…` : escaped
}
