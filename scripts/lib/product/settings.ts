import path from 'node:path'
import { withSecretFiles } from '@steelyard/api/secret-files'
import { root } from '../paths.ts'

export type Settings = {
  host: string
  webPort: number
  apiPort: number
  /** The address that users type; links and the check of a request's origin rely on it. */
  webUrl: string
  dataDir: string
  uploadDir: string
  /** Undefined to run the embedded server. */
  databaseUrl: string | undefined
  secretKey: string | undefined
  /** The key that `npm run admin -- rotate-key` changes to. */
  newSecretKey: string | undefined
  sessionSecret: string | undefined
  /** May hold the password of the mail server. */
  smtpUrl: string | undefined
  auditKey: string | undefined
  /** What opens the bucket of the files, if there is one. */
  bucketKey: { id: string | undefined; secret: string | undefined }
  /** May hold what lets us in at the collector of traces. */
  otlpHeaders: string | undefined
  /** What lets XAPI in at its workload balancer; undefined: Steelyard is none. */
  wlb: Record<'port' | 'host' | 'password' | 'certificate' | 'key', string> | undefined
  /** May hold what lets us in at a Prometheus. */
  remoteWriteHeaders: string | undefined
}

type Environment = Record<string, string | undefined>

/** Reads what `npm start` understands from the environment; an empty value counts as unset. */
export function readSettings(given: Environment): Settings {
  const env = withSecretFiles(given)
  const value = (name: string) => env[name]?.trim() || undefined
  const webPort = readPort(env, 'STEELYARD_WEB_PORT', 3000)
  const apiPort = readPort(env, 'STEELYARD_API_PORT', 4000)
  if (webPort === apiPort) {
    throw new Error(`STEELYARD_WEB_PORT and STEELYARD_API_PORT are both ${webPort}`)
  }
  const dataDir = path.resolve(root, value('STEELYARD_DATA_DIR') ?? '.steelyard')
  const host = value('STEELYARD_HOST') ?? '127.0.0.1'
  return {
    host,
    webPort,
    apiPort,
    webUrl: value('STEELYARD_WEB_URL') ?? `http://${publicName(host)}:${webPort}`,
    dataDir,
    uploadDir: path.resolve(root, value('STEELYARD_UPLOAD_DIR') ?? path.join(dataDir, 'uploads')),
    databaseUrl: readDatabaseUrl(value('DATABASE_URL')),
    secretKey: value('STEELYARD_SECRET_KEY'),
    newSecretKey: value('STEELYARD_SECRET_KEY_NEW'),
    sessionSecret: value('STEELYARD_SESSION_SECRET'),
    smtpUrl: value('STEELYARD_SMTP_URL'),
    auditKey: value('STEELYARD_AUDIT_KEY'),
    bucketKey: {
      id: value('STEELYARD_S3_ACCESS_KEY_ID'),
      secret: value('STEELYARD_S3_SECRET_ACCESS_KEY'),
    },
    otlpHeaders: value('STEELYARD_OTLP_HEADERS'),
    remoteWriteHeaders: value('STEELYARD_REMOTE_WRITE_HEADERS'),
    wlb: value('STEELYARD_WLB_PORT') === undefined ? undefined : balancerOf(env),
  }
}

/** What is missing of it, the process itself says. */
function balancerOf(env: Environment): NonNullable<Settings['wlb']> {
  const value = (name: string) => env[`STEELYARD_WLB_${name}`]?.trim() ?? ''
  return {
    port: String(readPort(env, 'STEELYARD_WLB_PORT', 0)),
    host: value('HOST') || '0.0.0.0',
    password: value('PASSWORD'),
    certificate: value('CERTIFICATE'),
    key: value('KEY'),
  }
}

/** A port from the environment. Throws on anything but a whole number from 1 to 65535. */
export function readPort(env: Environment, name: string, standard: number): number {
  const text = env[name]?.trim()
  if (!text) return standard
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port
  throw new Error(`${name} must be a port from 1 to 65535, not "${text}"`)
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  if (protocol === 'postgresql:' || protocol === 'postgres:') return text
  // The value is not repeated: it may hold a password.
  throw new Error('DATABASE_URL must look like postgresql://user:password@host:5432/database')
}

const everyAddress = new Set(['0.0.0.0', '::', '::0'])
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** The name under which a browser on this machine reaches a server that listens on `host`. */
export function publicName(host: string): string {
  if (everyAddress.has(host) || loopback.has(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The address at which our own processes reach a server that listens on `host`. */
export function reachableAddress(host: string): string {
  if (everyAddress.has(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
