import path from 'node:path'
import { parseAddressRules } from '@steelyard/xen'
import type { z } from 'zod'
import { Environment, secretKey } from './environment.ts'
import { readFilesSetting } from './files/files-setting.ts'
import { withSecretFiles } from './secret-files.ts'

/** The process that reads the configuration. */
export type ProcessName = 'api' | 'worker' | 'agent' | 'wlb'

/** @throws Error naming where the key was found, never the key */
export function readSecretKey(where: string, text: string): Buffer {
  if (!secretKey.safeParse(text).success) throw new Error(`${where} must be 32 bytes in base64.`)
  return Buffer.from(text, 'base64')
}

/** A process gets only the secrets that it uses, and does not start if one of them is missing. */
const environmentOf = {
  api: Environment.required({ STEELYARD_SESSION_SECRET: true }),
  worker: Environment,
  agent: Environment.required({ STEELYARD_SECRET_KEY: true }),
  wlb: Environment.required({
    STEELYARD_WLB_PORT: true,
    STEELYARD_WLB_PASSWORD: true,
    STEELYARD_WLB_CERTIFICATE: true,
    STEELYARD_WLB_KEY: true,
  }),
} satisfies Record<ProcessName, z.ZodType>

export type Config = ReturnType<typeof readConfig>

/**
 * The only place that reads the environment. An empty variable counts as unset, because `docker
 * compose` passes unset variables as empty ones.
 * @throws Error naming every bad variable, never its value, because values may be secrets
 */
export function readConfig(
  processName: ProcessName,
  env: Record<string, string | undefined> = process.env,
) {
  const given = Object.fromEntries(
    Object.entries(withSecretFiles(env)).filter(([, value]) => value !== ''),
  )
  const e = parse<z.output<typeof Environment>>(environmentOf[processName], given)
  const webUrl = new URL(e.STEELYARD_WEB_URL)
  const uploadDir = path.resolve(
    e.STEELYARD_UPLOAD_DIR ?? path.join(e.STEELYARD_DATA_DIR, 'uploads'),
  )
  return {
    databaseUrl: e.DATABASE_URL,
    host: e.STEELYARD_HOST,
    apiPort: e.STEELYARD_API_PORT,
    webOrigin: webUrl.origin,
    secureCookies: webUrl.protocol === 'https:',
    /** Addresses or ranges of the gateway, the only one to say who asks in `X-Forwarded-*`. */
    gateways: e.STEELYARD_GATEWAYS,
    dataDir: path.resolve(e.STEELYARD_DATA_DIR),
    uploadDir,
    files: readFilesSetting(e, uploadDir),
    /** Larger files are refused before their first byte is received. */
    maxFileBytes: e.STEELYARD_MAX_FILE_BYTES,
    /** Limits the total size of all uploaded files. Infinite when unset: the disk is the limit. */
    maxTotalBytes: e.STEELYARD_MAX_TOTAL_BYTES ?? Number.POSITIVE_INFINITY,
    /** An installation without hosts starts with the shipped recordings, already analysed. */
    importSamples: e.STEELYARD_SAMPLES === 'on',
    /** How often the agent checks whether hosts still have the values it left; 0 means never. */
    recheckSeconds: e.STEELYARD_RECHECK_SECONDS,
    /**
     * How often the agent samples a host whose load balancer asks for advice, or whose caps follow its
     * real-time domains; 0 means never.
     */
    sampleSeconds: e.STEELYARD_SAMPLE_SECONDS,
    /** How long the windows of watched hosts are kept, by their length. */
    keep10sDays: e.STEELYARD_KEEP_10S_DAYS,
    keep1mDays: e.STEELYARD_KEEP_1M_DAYS,
    keep1hDays: e.STEELYARD_KEEP_1H_DAYS,
    /** The age at which windows are moved from the database into files; 0 means never. */
    windowsColdDays: e.STEELYARD_WINDOWS_COLD_DAYS,
    /** Which hosts and guests the agent may connect to. */
    sshRules: parseAddressRules(e.STEELYARD_SSH_ALLOW, e.STEELYARD_SSH_DENY),
    /** Which identity providers the API may connect to. */
    oidcRules: parseAddressRules(e.STEELYARD_OIDC_ALLOW, e.STEELYARD_OIDC_DENY),
    /** Which webhooks the API may send notifications to. */
    webhookRules: parseAddressRules(e.STEELYARD_WEBHOOK_ALLOW, e.STEELYARD_WEBHOOK_DENY),
    /** How often one person may have a machine asked for its key within ten minutes. */
    sshProbes: e.STEELYARD_SSH_PROBES,
    /** Encrypts SSH keys at rest. Only the agent has it. */
    secretKey: Buffer.from(e.STEELYARD_SECRET_KEY ?? '', 'base64'),
    /** Signs cookies. Only the API has it. */
    sessionSecret: e.STEELYARD_SESSION_SECRET ?? '',
    /** Authenticates the audit trail, which all processes write. */
    auditKey: e.STEELYARD_AUDIT_KEY,
    /** Where the agent sends audit events. */
    syslogUrl: e.STEELYARD_SYSLOG_URL,
    /** How long audit events are kept; 0 means for ever. */
    auditDays: e.STEELYARD_AUDIT_DAYS,
    /** Sends invitations and notifications; may hold a password. Undefined: links are passed on by hand. */
    smtpUrl: e.STEELYARD_SMTP_URL,
    mailFrom: e.STEELYARD_MAIL_FROM,
    /** How Steelyard is the workload balancer of pools; null in every other process. */
    wlb:
      processName === 'wlb'
        ? {
            host: e.STEELYARD_WLB_HOST,
            port: e.STEELYARD_WLB_PORT ?? 0,
            user: e.STEELYARD_WLB_USER,
            password: e.STEELYARD_WLB_PASSWORD ?? '',
            certificate: e.STEELYARD_WLB_CERTIFICATE ?? '',
            key: e.STEELYARD_WLB_KEY ?? '',
          }
        : null,
    metricsPort: e.STEELYARD_METRICS_PORT,
    /** Gets a span of each request and each job. Undefined: nothing is traced. */
    otlpUrl: e.STEELYARD_OTLP_URL,
    otlpHeaders: headersIn(e.STEELYARD_OTLP_HEADERS ?? ''),
    /** Gets what watches count, from the agent. Undefined: nothing is sent. */
    remoteWriteUrl: e.STEELYARD_REMOTE_WRITE_URL,
    remoteWriteHeaders: headersIn(e.STEELYARD_REMOTE_WRITE_HEADERS ?? ''),
    logLevel: e.STEELYARD_LOG_LEVEL,
  }
}

function headersIn(text: string): Record<string, string> {
  const pairs = text === '' ? [] : text.split(',')
  return Object.fromEntries(
    pairs.map((pair) => [pair.split('=', 1)[0]!, pair.replace(/^[^=]*=/, '')]),
  )
}

function parse<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The configuration is not usable:\n${lines.join('\n')}`)
}
