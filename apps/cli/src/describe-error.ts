import { ApiError, type Trouble } from '@steelyard/contract'
import { ZodError } from 'zod'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { Failed, UsageFault } from './faults.ts'

interface Described {
  exitCode: ExitCode
  /** As the API gave it, or in its form. */
  problem: object
  lines: readonly string[]
}

const STRANGE =
  'The answer is none that this version knows. Is the address right, and of the same version?'

/** What went wrong, where, and what helps. */
export function describeError(error: unknown): Described {
  if (error instanceof ApiError) return ofProblem(error)
  if (error instanceof Failed) {
    return { exitCode: EXIT.refused, problem: error.trouble, lines: linesOf(error.trouble) }
  }
  if (error instanceof UsageFault) return plain(EXIT.wrongUse, 'usage', error.message)
  if (error instanceof ZodError || error instanceof SyntaxError) {
    return plain(EXIT.refused, 'unexpected-answer', STRANGE)
  }
  // `fetch` throws this for whatever keeps it from an answer, and only its cause says what.
  if (error instanceof TypeError && /fetch failed|terminated/.test(error.message)) {
    return plain(EXIT.unreachable, 'unreachable', `Steelyard did not answer: ${reasonOf(error)}`)
  }
  return plain(EXIT.wrongUse, 'fault', (error as Error).message)
}

function plain(exitCode: ExitCode, code: string, message: string): Described {
  return { exitCode, problem: { code, message }, lines: [message] }
}

function ofProblem({ problem }: ApiError): Described {
  const { title, detail, code, status, requestId, invalidParams = [] } = problem
  return {
    exitCode: EXIT.refused,
    problem,
    lines: [
      detail || title,
      ...invalidParams.map(({ name, reason }) => `  ${name}: ${reason}`),
      ...(status === 401 ? ['Run steelyard login ADDRESS with a token that is valid.'] : []),
      `(${status} ${code}${requestId ? `, request ${requestId}` : ''})`,
    ],
  }
}

function linesOf({ message, where, expected, fix, code }: Trouble): string[] {
  const place = [
    where?.path,
    where?.line === undefined ? undefined : `line ${where.line}`,
    where?.column === undefined ? undefined : `column ${where.column}`,
    where?.byte === undefined ? undefined : `byte ${where.byte}`,
  ].filter((part) => part !== undefined)
  return [
    message,
    ...(place.length > 0 ? [`  at: ${place.join(', ')}`] : []),
    ...(expected ? [`  expected: ${expected}`] : []),
    ...(fix ? [`  what helps: ${fix}`] : []),
    `(${code})`,
  ]
}

function reasonOf({ cause }: TypeError): string {
  const { code, message } = (cause ?? {}) as { code?: string; message?: string }
  return code ?? message?.split('\n')[0] ?? 'the connection was lost'
}
