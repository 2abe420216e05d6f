import { parseAddressRules } from '@steelyard/xen'
import { z } from 'zod'

/** What seals SSH keys. */
export const secretKey = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')

const addressList = z
  .string()
  .default('')
  .check(({ value, issues }) => {
    try {
      parseAddressRules(value)
    } catch (error) {
      issues.push({ code: 'custom', input: value, message: (error as Error).message })
    }
  })

/** What the reference says of a variable, besides its schema; `otherwise` where no text is the default. */
type Said = {
  topic: Topic
  description: string
  otherwise?: string
}

/** The sections of docs/reference/configuration.md. */
export type Topic = 'Addresses' | 'Data' | 'Secrets' | 'Hosts' | 'Messages' | 'Logs and metrics'

const said = (topic: Topic, description: string, otherwise?: string): Said => ({
  topic,
  description,
  ...(otherwise === undefined ? {} : { otherwise }),
})

/** Two lists of addresses; `what` is met by the first and never by the second. */
const allowed = (topic: Topic, what: string, where: string) => ({
  allow: addressList.meta(
    said(
      topic,
      `${what} may be connected to: addresses, ranges and names, with commas in between. Once there is one, nothing else is allowed ([which addresses](${where})).`,
      `all but [special ones](${where})`,
    ),
  ),
  deny: addressList.meta(
    said(topic, `${what} may not be connected to: the same kind of list, and it prevails.`, 'none'),
  ),
})

const ssh = allowed(
  'Hosts',
  'Which hosts and guests',
  '../guides/connect-a-host.md#which-addresses-steelyard-connects-to',
)
const oidc = allowed(
  'Addresses',
  'Which identity providers',
  '../guides/sign-in.md#which-addresses-steelyard-connects-to',
)
const webhook = allowed('Messages', 'Which webhooks', '../guides/notifications.md#addresses')

const days = (standard: number) => z.coerce.number().int().min(1).max(3650).default(standard)
/** The loop looks back two weeks, and an agent stores what came up to a day late. */
const LEAST_COLD_DAYS = 21
const port = z.coerce.number().int().min(0).max(65535)
/** Without an account, which would be shown: it belongs into a variable that is a secret. */
const webUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !URL.canParse(text) || new URL(text).username === '', 'must name no account')
const headers = z
  .string()
  .regex(/^[\w-]+=[^,]*(,[\w-]+=[^,]*)*$/, 'must be NAME=VALUE, with commas in between')

/** The variables of the API, the worker and the agent. `npm run configuration` makes their reference. */
export const Environment = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .meta(said('Data', 'The PostgreSQL database, of version 15 or newer.', 'the embedded one')),
  STEELYARD_HOST: z
    .string()
    .default('127.0.0.1')
    .meta(said('Addresses', 'The address that the dashboard, the API and the metrics listen on.')),
  STEELYARD_API_PORT: port.default(4000).meta(said('Addresses', 'The port of the API.')),
  STEELYARD_WEB_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:3000')
    .meta(
      said(
        'Addresses',
        'The address that people type. Links use it, and `https://` turns on secure cookies and HSTS.',
        'the dashboard’s own address and port',
      ),
    ),
  STEELYARD_GATEWAYS: z
    .string()
    .default('loopback')
    .meta(
      said(
        'Addresses',
        'Addresses or ranges of the gateway (the web process), whose word the API takes for where a request comes from.',
        '`loopback`, and `STEELYARD_HOST` if that is an address',
      ),
    ),
  STEELYARD_DATA_DIR: z
    .string()
    .default('.steelyard')
    .meta(
      said(
        'Data',
        'The directory of the embedded database, uploads, logs, and the secrets that are not given.',
      ),
    ),
  STEELYARD_UPLOAD_DIR: z
    .string()
    .optional()
    .meta(
      said(
        'Data',
        'The directory of uploaded files, which all machines must share unless a bucket has them. Files that are made for one answer are in it too.',
        '`uploads` in the data directory',
      ),
    ),
  STEELYARD_S3_BUCKET: z
    .string()
    .optional()
    .meta(
      said(
        'Data',
        'The bucket of an [object store](../guides/several-machines.md#files) that has the uploaded files instead of a directory.',
        'files are in the directory',
      ),
    ),
  STEELYARD_S3_ENDPOINT: webUrl
    .optional()
    .meta(said('Data', 'The address of the object store.', 'Amazon’s')),
  STEELYARD_S3_REGION: z
    .string()
    .default('us-east-1')
    .meta(said('Data', 'The region of the bucket.')),
  STEELYARD_S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'must end with a slash, as in steelyard/')
    .default('')
    .meta(
      said('Data', 'What the names of all objects begin with, such as `steelyard/`.', 'nothing'),
    ),
  STEELYARD_S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .meta(said('Secrets', 'The key that opens the bucket.', 'needed with a bucket')),
  STEELYARD_S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta(said('Secrets', 'The secret of that key.', 'needed with a bucket')),
  STEELYARD_MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(64 * 2 ** 30)
    .meta(said('Data', 'The size of the largest file that is accepted.', '64 GiB')),
  STEELYARD_MAX_TOTAL_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta(
      said(
        'Data',
        'A quota for all uploaded files. Whatever it says, 256 MiB of the disk stay free.',
        'no quota',
      ),
    ),
  STEELYARD_SAMPLES: z
    .enum(['on', 'off'])
    .default('on')
    .meta(said('Data', 'Whether the first start imports the shipped recordings.')),
  STEELYARD_RECHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(300)
    .meta(
      said('Hosts', 'How often connected hosts are read again to detect drift; 0 turns it off.'),
    ),
  STEELYARD_SAMPLE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .default(10)
    .meta(
      said(
        'Hosts',
        'How often a host is sampled while its [load balancer](../guides/load-balancer.md) asks for advice, or while its caps follow the load; 0 turns both off.',
      ),
    ),
  STEELYARD_KEEP_10S_DAYS: days(7).meta(
    said(
      'Data',
      'For how many days windows of 10 s of watched hosts are kept. See [what watching keeps](watching.md).',
    ),
  ),
  STEELYARD_KEEP_1M_DAYS: days(90).meta(said('Data', 'The same for windows of a minute.')),
  STEELYARD_KEEP_1H_DAYS: days(730).meta(
    said('Data', 'The same for windows of an hour, and for the entries of the journal.'),
  ),
  STEELYARD_WINDOWS_COLD_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(28)
    .refine(
      (days) => days === 0 || days >= LEAST_COLD_DAYS,
      `must be 0, or ${LEAST_COLD_DAYS} at least`,
    )
    .meta(
      said(
        'Data',
        `The age in days, ${LEAST_COLD_DAYS} at least, at which windows of a minute and of an hour of watched hosts move from the database into compressed files; those of 10 s move after two days. 0 leaves all of them in it. See [what watching keeps](watching.md#old-windows).`,
      ),
    ),
  STEELYARD_SSH_ALLOW: ssh.allow,
  STEELYARD_SSH_DENY: ssh.deny,
  STEELYARD_OIDC_ALLOW: oidc.allow,
  STEELYARD_OIDC_DENY: oidc.deny,
  STEELYARD_WEBHOOK_ALLOW: webhook.allow,
  STEELYARD_WEBHOOK_DENY: webhook.deny,
  STEELYARD_SSH_PROBES: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .meta(
      said('Hosts', 'How many machines one person may have asked for their keys in ten minutes.'),
    ),
  STEELYARD_SECRET_KEY: secretKey
    .optional()
    .meta(
      said(
        'Secrets',
        '32 bytes in base64. Seals the SSH keys in the database; only the agent has it.',
        '`secrets/key` in the data directory',
      ),
    ),
  STEELYARD_SESSION_SECRET: z
    .string()
    .min(32)
    .optional()
    .meta(
      said(
        'Secrets',
        'Signs cookies, and seals what the API keeps for providers and channels; only the API has it.',
        '`secrets/session` in the data directory',
      ),
    ),
  STEELYARD_AUDIT_KEY: z
    .string()
    .min(32)
    .meta(
      said(
        'Secrets',
        'Authenticates the [audit trail](../guides/audit-trail.md). Never change it.',
        '`secrets/audit` in the data directory',
      ),
    ),
  STEELYARD_SYSLOG_URL: z
    .url({ protocol: /^(tls|tcp)$/, hostname: /./ })
    .optional()
    .meta(
      said(
        'Logs and metrics',
        'The syslog server that gets every audit event, such as `tls://logs.example.org:6514`.',
      ),
    ),
  STEELYARD_AUDIT_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .meta(said('Logs and metrics', 'For how many days the audit trail is kept; 0 is for ever.')),
  STEELYARD_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta(
      said(
        'Messages',
        'The mail server for invitations and notifications, such as `smtps://user:password@mail.example.org`.',
        'no mail; links are passed on by hand',
      ),
    ),
  STEELYARD_MAIL_FROM: z
    .string()
    .default('Steelyard <steelyard@localhost>')
    .meta(said('Messages', 'The sender of mails.')),
  STEELYARD_WLB_PORT: port
    .optional()
    .meta(
      said(
        'Addresses',
        'The port on which Steelyard is the [workload balancer](../guides/wlb.md) of pools; XAPI’s usual one is 8012.',
        'it is none',
      ),
    ),
  STEELYARD_WLB_HOST: z
    .string()
    .default('0.0.0.0')
    .meta(said('Addresses', 'The address of that port; the pools have to reach it.')),
  STEELYARD_WLB_USER: z
    .string()
    .regex(/^[^:]+$/, 'must have no colon')
    .default('steelyard')
    .meta(said('Addresses', 'The name of the account that XAPI is given for it.')),
  STEELYARD_WLB_PASSWORD: z
    .string()
    .min(16)
    .optional()
    .meta(
      said(
        'Secrets',
        'The password of that account, of 16 characters or more.',
        'needed with a port',
      ),
    ),
  STEELYARD_WLB_CERTIFICATE: z
    .string()
    .includes('BEGIN CERTIFICATE')
    .optional()
    .meta(said('Secrets', 'Its certificate, with what signed it, in PEM.', 'needed with a port')),
  STEELYARD_WLB_KEY: z
    .string()
    .includes('PRIVATE KEY')
    .optional()
    .meta(said('Secrets', 'The key of the certificate, in PEM.', 'needed with a port')),
  STEELYARD_METRICS_PORT: port
    .optional()
    .meta(
      said(
        'Logs and metrics',
        'The port of the API’s [Prometheus metrics](../guides/monitor.md). With `npm start`, worker, agent and balancer use the next ones.',
        'no metrics',
      ),
    ),
  STEELYARD_OTLP_URL: webUrl
    .optional()
    .meta(
      said(
        'Logs and metrics',
        'The OpenTelemetry collector that gets [a span of each request and job](../guides/monitor.md#traces), such as `http://collector:4318`.',
        'nothing is traced',
      ),
    ),
  STEELYARD_OTLP_HEADERS: headers
    .optional()
    .meta(
      said(
        'Secrets',
        'Headers that the collector wants, such as `authorization=Bearer …`, with commas in between.',
        'none',
      ),
    ),
  STEELYARD_REMOTE_WRITE_URL: webUrl
    .optional()
    .meta(
      said(
        'Logs and metrics',
        'Where the agent sends [what watches count](../guides/monitor.md#remote-write), by Prometheus remote write, such as `http://prometheus:9090/api/v1/write`.',
        'nothing is sent',
      ),
    ),
  STEELYARD_REMOTE_WRITE_HEADERS: headers
    .optional()
    .meta(
      said(
        'Secrets',
        'Headers that remote write needs, such as `authorization=Bearer …`, with commas in between.',
        'none',
      ),
    ),
  STEELYARD_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta(said('Logs and metrics', 'How much the API, the worker and the agent log.')),
})
