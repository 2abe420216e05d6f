import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { API_BASE } from './register-route.ts'
import { sessionCookieName } from './session-cookie.ts'

export const DOCS_BASE = `${API_BASE}/docs`

const description = `Capacity planning for Xen hosts that accounts for the CPU scheduling delay.

Sign in for a session cookie, or send \`Authorization: Bearer sty_…\`. Long work answers 202 with a job to follow. Failures are \`application/problem+json\` (RFC 9457). Lists take \`limit\` and \`cursor\`.`

const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const idempotencyKey = {
  type: 'string',
  maxLength: 128,
  description:
    'For 24 hours the same request under the same key gets the first answer again (`Idempotency-Replayed: true`); a different request is refused with 422, one still under way with 409.',
}

/** What we send to others; docs/guides/notifications.md says when, and how it is signed. */
const webhooks = {
  notifications: {
    post: {
      operationId: 'receiveNotifications',
      tags: ['Notifications'],
      summary: 'What a webhook receives, signed as Standard Webhooks has it',
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header' as const,
        required: true,
        schema: { type: 'string' as const },
      })),
      requestBody: {
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/NotificationMessage' } },
        },
      },
      responses: { '2XX': { description: 'It was received. Anything else is sent again.' } },
    },
  },
}

/** Serves OpenAPI 3.1 from the contract's schemas, and a reference without external assets. */
export async function addOpenApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Steelyard',
        version: '1',
        description,
        license: { name: 'GPL-3.0-or-later' },
      },
      webhooks,
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(config) },
          token: { type: 'http', scheme: 'bearer', description: 'An API token, `sty_…`' },
        },
      },
    },
    transform: (document) => {
      const result = jsonSchemaTransform(document)
      if (!document.route.config?.endpoint?.idempotent) return result
      const headers = { type: 'object', properties: { 'idempotency-key': idempotencyKey } }
      return { ...result, schema: { ...result.schema, headers } }
    },
    transformObject: (document) => withoutUnused(jsonSchemaTransformObject(document)),
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS_BASE,
    staticCSP: docsPolicy,
    // The validator is a public service, to which the document would be sent.
    uiConfig: { validatorUrl: null, layout: 'BaseLayout', docExpansion: 'list' },
    theme: { title: 'Steelyard API' },
  })
  app.get(
    `${API_BASE}/openapi.json`,
    { config: { access: 'public' }, schema: { hide: true } },
    () => app.swagger(),
  )
}

/** Every schema exists for requests and for answers, but most are used in one form only. */
function withoutUnused<T extends ReturnType<typeof jsonSchemaTransformObject>>(document: T): T {
  const schemas = (document as { components?: { schemas?: Record<string, unknown> } }).components
    ?.schemas
  if (!schemas) return document
  const used = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  const { paths, webhooks } = document as { paths?: object; webhooks?: object }
  visit({ paths, webhooks })
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
  return document
}
