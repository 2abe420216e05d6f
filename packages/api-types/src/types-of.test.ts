import { expect, it } from 'vitest'
import { typesOf } from './index.ts'

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  paths: {
    '/things/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'It.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: ['string', 'null'] }, state: { enum: ['on', 'off'] } },
      },
    },
  },
}

it('declares paths and schemas', async () => {
  const text = await typesOf(JSON.stringify(DOCUMENT))
  expect(text).toContain('"/things/{id}": {')
  expect(text).toContain('name: string | null;')
  expect(text).toMatch(/state\?: "on" \| "off";/)
})
