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
  'accessKeyId',
  'secretAccessKey',
  'otlpHeaders',
]

const redactedPaths = [
  'res.headers["set-cookie"]',
  'headers.authorization',
  'headers.cookie',
  ...SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
]

const MAX_TEXT_LENGTH = 200

/** Text that a caller chose, short enough for a log. */
export function shortened(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}

/** The path of a URL. Queries may hold what somebody typed, even a password. */
export function withoutQuery(url: string): string {
  return shortened(url.split('?', 1)[0] ?? '')
}

/** Logs JSON lines to stdout. Secrets are redacted by name in case a log call is ever given one. */
export function createLogger(config: Pick<Config, 'logLevel'>, process: string): Logger {
  return pino(loggerOptions(config, process))
}

export function loggerOptions(config: Pick<Config, 'logLevel'>, process: string): LoggerOptions {
  return {
    level: config.logLevel,
    base: { process },
    serializers: { req: serialiseRequest },
    redact: { paths: redactedPaths, censor: '[redacted]' },
  }
}

function serialiseRequest({ method, url, ip }: { method: string; url: string; ip?: string }) {
  return { method, url: withoutQuery(url), remoteAddress: ip && shortened(ip) }
}
