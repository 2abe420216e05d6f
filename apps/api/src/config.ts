import path from 'node:path'
import { z } from 'zod'

/** The only place that reads the environment. Empty strings count as unset, as `docker compose` passes them. */
const Environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  STEELYARD_HOST: z.string().default('127.0.0.1'),
  STEELYARD_API_PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  STEELYARD_WEB_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  STEELYARD_DATA_DIR: z.string().default('.steelyard'),
  STEELYARD_UPLOAD_DIR: z.string().optional(),
  STEELYARD_SECRET_KEY: z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64'),
  STEELYARD_SESSION_SECRET: z.string().min(32),
  STEELYARD_METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  STEELYARD_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info'),
})

export type Config = ReturnType<typeof readConfig>

/** @throws Error naming every bad variable, never its value: values may be secrets. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is not usable:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  const webUrl = new URL(e.STEELYARD_WEB_URL)
  return {
    databaseUrl: e.DATABASE_URL,
    host: e.STEELYARD_HOST,
    apiPort: e.STEELYARD_API_PORT,
    webOrigin: webUrl.origin,
    secureCookies: webUrl.protocol === 'https:',
    dataDir: path.resolve(e.STEELYARD_DATA_DIR),
    uploadDir: path.resolve(e.STEELYARD_UPLOAD_DIR ?? path.join(e.STEELYARD_DATA_DIR, 'uploads')),
    secretKey: Buffer.from(e.STEELYARD_SECRET_KEY, 'base64'),
    sessionSecret: e.STEELYARD_SESSION_SECRET,
    metricsPort: e.STEELYARD_METRICS_PORT,
    logLevel: e.STEELYARD_LOG_LEVEL,
  }
}
