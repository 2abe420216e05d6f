import { type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'

export type { Logger }

/** Property names that may hold a secret. They are redacted up to two levels deep. */
const SECRET_KEYS = [
  'password',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'token',
  'secret',
  'privateKey',
  'privateKeySealed',
  'secretKey',
  'sessionSecret',
  'databaseUrl',
  'smtpUrl',
]

const redactedPaths = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'headers.authorization',
  'headers.cookie',
  ...SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
]

/** Logs JSON lines to stdout. Secrets are redacted by name in case a log call is ever given one. */
export function createLogger(config: Pick<Config, 'logLevel'>, process: string): Logger {
  return pino(loggerOptions(config, process))
}

export function loggerOptions(config: Pick<Config, 'logLevel'>, process: string): LoggerOptions {
  return {
    level: config.logLevel,
    base: { process },
    redact: { paths: redactedPaths, censor: '[redacted]' },
  }
}
