import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../modules.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
let document: any
beforeAll(async () => {
  api = await startTestApi()
  document = (await api.app.inject('/api/v1/openapi.json')).json()
})
afterAll(() => api.close())

const endpoints = modules.flatMap(({ routes }) => routes.map((route) => route.endpoint))
const operationOf = ({ path, method }: contract.Endpoint) =>
  document.paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]

describe('the OpenAPI document', () => {
  it('is 3.1 and describes every registered operation with its failures', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const endpoint of endpoints) {
      const operation = operationOf(endpoint)
      expect(operation?.operationId).toBe(endpoint.id)
      expect(Object.keys(operation.responses)).toContain(String(endpoint.status))
      const { content } = operation.responses['429']
      expect(content).toEqual(
        endpoint.format === 'scim'
          ? { 'application/scim+json': { schema: { $ref: '#/components/schemas/ScimProblem' } } }
          : { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      )
    }
  })

  it('states how to sign in, and where it is not required', () => {
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'steelyard_sid' },
      token: { type: 'http', scheme: 'bearer' },
    })
    expect(operationOf(contract.getLive).security).toEqual([])
    expect(operationOf(contract.listTokens).security).toEqual([{ session: [] }, { token: [] }])
    expect(operationOf(contract.listTokens).description).toContain('tokens:manage')
  })

  it('has exactly the schemas that it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(10)
    const names = new Set(references.map(([, name]) => name))
    expect(Object.keys(document.components.schemas).sort()).toEqual([...names].sort())
  })

  it('describes what a webhook receives', () => {
    const { schema } = document.webhooks.notifications.post.requestBody.content['application/json']
    expect(schema.$ref).toBe('#/components/schemas/NotificationMessage')
    const { data } = document.components.schemas.NotificationMessage.properties
    expect(Object.keys(data.properties.notifications.items.properties)).toContain('detail')
  })

  it('gives an operation without an answer no content', () => {
    expect(operationOf(contract.endOtherSessions).responses['204'].content).toBeUndefined()
  })
})

describe('the browsable reference', () => {
  it('loads nothing from elsewhere and runs under its own strict policy', async () => {
    const page = await api.app.inject('/api/v1/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/(src|href)="https?:/)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe|https:|upgrade-insecure/)
    const script = await api.app.inject('/api/v1/docs/static/swagger-ui-bundle.js')
    expect(script.statusCode).toBe(200)
  })
})
