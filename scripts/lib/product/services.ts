import { isIP } from 'node:net'
import { SECRETS } from '@steelyard/api/secret-files'
import type { ServiceName } from '../child-process.ts'
import { auditKeyOf, readOrCreateSecret } from '../secrets.ts'
import { reachableAddress, type Settings } from './settings.ts'

type Environment = Record<string, string | undefined>

export const entryPoints: Record<ServiceName, string> = {
  api: 'apps/api/src/main-api.ts',
  worker: 'apps/api/src/main-worker.ts',
  agent: 'apps/api/src/main-agent.ts',
  web: 'apps/web/server.ts',
  wlb: 'apps/api/src/main-wlb.ts',
}

// Settings that the services could inherit by mistake from our own environment.
const secretNames = SECRETS.flatMap((name) => [name, `${name}_FILE`])

/**
 * The environment of each service that runs, which contains only the secrets that the service uses.
 * @param reload serves the dashboard from its sources
 */
export function serviceEnvironments(
  settings: Settings,
  databaseUrl: string,
  inherited: Environment,
  reload = false,
): Record<Exclude<ServiceName, 'wlb'>, Environment> & { wlb?: Environment } {
  const { host, webPort, apiPort, webUrl, dataDir } = settings
  const rest = Object.entries(inherited).filter(([name]) => !secretNames.includes(name))
  const common: Environment = {
    ...Object.fromEntries(rest),
    NODE_ENV: 'production',
    STEELYARD_HOST: host,
    STEELYARD_WEB_PORT: String(webPort),
    STEELYARD_API_PORT: String(apiPort),
    STEELYARD_API_URL: `http://${reachableAddress(host)}:${apiPort}`,
    STEELYARD_WEB_URL: webUrl,
  }
  const backEnd: Environment = {
    ...common,
    DATABASE_URL: databaseUrl,
    STEELYARD_DATA_DIR: dataDir,
    STEELYARD_UPLOAD_DIR: settings.uploadDir,
    // All three read or write files.
    STEELYARD_S3_ACCESS_KEY_ID: settings.bucketKey.id,
    STEELYARD_S3_SECRET_ACCESS_KEY: settings.bucketKey.secret,
    STEELYARD_OTLP_HEADERS: settings.otlpHeaders,
    // All of them write audit events.
    STEELYARD_AUDIT_KEY: auditKeyOf(settings),
  }
  // The key decrypts the stored SSH keys, which only the agent creates and uses.
  const STEELYARD_SECRET_KEY = settings.secretKey ?? readOrCreateSecret(dataDir, 'key', 'base64')
  const STEELYARD_SESSION_SECRET = settings.sessionSecret ?? readOrCreateSecret(dataDir, 'session')
  const metrics = (offset: number) => metricsPort(inherited.STEELYARD_METRICS_PORT, offset)
  return {
    api: {
      ...backEnd,
      STEELYARD_SESSION_SECRET,
      STEELYARD_SMTP_URL: settings.smtpUrl,
      // The gateway reaches the API from the address that both listen on.
      STEELYARD_GATEWAYS: inherited.STEELYARD_GATEWAYS || gatewaysOf(host),
      ...metrics(0),
    },
    worker: { ...backEnd, ...metrics(1) },
    agent: {
      ...backEnd,
      STEELYARD_SECRET_KEY,
      STEELYARD_REMOTE_WRITE_HEADERS: settings.remoteWriteHeaders,
      ...metrics(2),
    },
    web: {
      ...common,
      NEXT_TELEMETRY_DISABLED: '1',
      ...(reload && { NODE_ENV: 'development' }),
    },
    ...(settings.wlb && { wlb: { ...balancer(backEnd, settings.wlb), ...metrics(3) } }),
  }
}

/** The one process that strangers of the network reach has no files, and keys of its own alone. */
function balancer(backEnd: Environment, wlb: NonNullable<Settings['wlb']>): Environment {
  return {
    ...backEnd,
    STEELYARD_S3_BUCKET: undefined,
    STEELYARD_S3_ACCESS_KEY_ID: undefined,
    STEELYARD_S3_SECRET_ACCESS_KEY: undefined,
    STEELYARD_WLB_PORT: wlb.port,
    STEELYARD_WLB_HOST: wlb.host,
    STEELYARD_WLB_PASSWORD: wlb.password,
    STEELYARD_WLB_CERTIFICATE: wlb.certificate,
    STEELYARD_WLB_KEY: wlb.key,
  }
}

function gatewaysOf(host: string): string {
  return isIP(host) ? `loopback, ${host}` : 'loopback'
}

/** Processes on one machine cannot share a metrics port, so they use consecutive ones. */
function metricsPort(first: string | undefined, offset: number): Environment {
  return first ? { STEELYARD_METRICS_PORT: String(Number(first) + offset) } : {}
}
