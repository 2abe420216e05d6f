import { formatChosen } from '@steelyard/contract/format'
import type { z } from 'zod'

/**
 * The message for a value that a schema refuses, unless the schema has its own message. Zod’s own
 * messages are meant for programmers.
 */
export const formWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty'
      return `${issue.inclusive ? 'at least' : 'more than'} ${formatChosen(Number(issue.minimum))}`
    case 'too_big':
      return `at most ${formatChosen(Number(issue.maximum))}${issue.origin === 'string' ? ' characters' : ''}`
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : 'enter a number'
    case 'invalid_format':
      return issue.format === 'datetime' ? 'enter a complete time' : undefined
    default:
      return undefined
  }
}
