import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535)

/** The variables of the web process. `npm run configuration` makes their reference. */
export const Environment = z.object({
  STEELYARD_HOST: z.string().default('127.0.0.1'),
  STEELYARD_WEB_PORT: port
    .default(3000)
    .meta({ topic: 'Addresses', description: 'The port of the dashboard.' }),
  STEELYARD_WEB_URL: z.string().optional(),
  STEELYARD_API_URL: z.string().default('http://127.0.0.1:4000').meta({
    topic: 'Addresses',
    description: 'Where the web process finds the API.',
    otherwise: 'set by `npm start`; else `http://127.0.0.1:4000`',
  }),
  STEELYARD_TRUSTED_PROXIES: z.string().default('').meta({
    topic: 'Addresses',
    description:
      'Addresses or ranges of the [TLS proxies in front](../guides/operations.md#behind-a-tls-proxy), the only ones to say who asks.',
    otherwise: 'none',
  }),
})

/** An empty variable counts as unset. @throws ZodError */
export function readEnvironment(env: Record<string, string | undefined> = process.env) {
  return Environment.parse(Object.fromEntries(Object.entries(env).filter(([, text]) => text)))
}
