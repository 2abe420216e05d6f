import { detectSource, type LiveLogSpec, syntaxOf } from '@steelyard/traces'
import { AppError } from '../../errors.ts'

/**
 * How the lines of a guest's log are read: in the format that the operator gave, else in the one
 * that the lines themselves show.
 *
 * @throws AppError `log-format-unknown`
 */
export function liveLogSpec(logFormat: string | null, lines: Buffer): LiveLogSpec {
  if (logFormat !== null) return { syntax: syntaxOf(logFormat), format: logFormat }
  const detection = detectSource({ path: 'access.log', fileName: 'access.log' }, lines)
  const isClear =
    detection.kind === 'access-log' && !detection.raised.some(({ id }) => id === 'duration-unit')
  if (!isClear) {
    throw new AppError('unprocessable', 'The lines of the log do not show what they hold.', {
      code: 'log-format-unknown',
      trouble: {
        fix: 'Set the log up again with its LogFormat (Apache) or log_format (nginx).',
      },
    })
  }
  const {
    kind: _kind,
    domainBy: _domain,
    ...spec
  } = detection.spec as Extract<typeof detection.spec, { kind: 'access-log' }>
  return spec
}
