import * as contract from '@steelyard/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type Principal, systemPrincipal } from '../access/permissions.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import { defineRoute } from './define-route.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { registerRoute } from './register-route.ts'

const thing = contract.endpoint({
  id: 'getThing',
  method: 'GET',
  path: '/things/:id',
  tag: 'Test',
  summary: 'thing',
  params: z.object({ id: z.string() }),
  status: 200,
  response: z.object({ text: z.string(), askedBy: z.string().nullable() }),
})

let version: string
let text: string
let asked: number
let refuses: boolean

const route = defineRoute(thing, {
  access: 'signed-in',
  version: async () => version,
  async handler({ actor }) {
    asked += 1
    if (refuses) throw conflict('busy', 'Busy.')
    // With a column that the contract does not know, as a whole row of the database would have it.
    return { text, askedBy: actor.principal.id, passwordHash: 'hunter2' }
  },
})

let app: FastifyInstance
let principal: Principal
beforeEach(() => {
  version = 'first'
  text = 'first'
  asked = 0
  refuses = false
  principal = personOf('one')
  app = Fastify() as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (request) => {
    request.actor = { principal, requestId: null, remoteIp: null }
  })
  registerRoute(app, {} as Deps, createKeptAnswers(), route)
})

const personOf = (id: string): Principal => ({ ...systemPrincipal('api'), kind: 'user', id })

async function ask(ifNoneMatch?: unknown, path = '/things/1') {
  const reply = await app.inject({
    url: `/api/v1${path}`,
    headers: ifNoneMatch ? { 'if-none-match': String(ifNoneMatch) } : {},
  })
  const { statusCode: status, headers, body } = reply
  return { status, headers, body: body && JSON.parse(body) }
}

it('works an answer out once for each version', async () => {
  const [first, second] = [await ask(), await ask()]
  expect(asked).toBe(1)
  expect(second).toMatchObject({ status: 200, body: first.body })
  version = 'next'
  text = 'changed'
  const third = await ask()
  expect(third.body.text).toBe('changed')
  expect(third.headers.etag).not.toBe(first.headers.etag)
})

it('says 304 to a client that has the answer, without the work', async () => {
  const { headers, body } = await ask()
  expect(headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
    vary: 'authorization, cookie',
  })
  for (const tags of [headers.etag, `"x", ${headers.etag}`]) {
    const again = await ask(tags)
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  }
  expect(asked).toBe(1)
  const foreign = await ask('W/"x"')
  expect([foreign.status, foreign.body]).toEqual([200, body])
})

it('says 304 even after a change that does not show', async () => {
  const { headers } = await ask()
  version = 'next'
  expect((await ask(headers.etag)).status).toBe(304)
  expect(asked).toBe(2)
})

it('never lets out what the contract does not declare', async () => {
  for (const { body } of [await ask(), await ask()]) {
    expect(body).toEqual({ text: 'first', askedBy: 'one' })
  }
})

it('answers each principal, each set of rights and each question for itself', async () => {
  const mine = await ask()
  principal = { ...principal, permissions: new Set(['hosts:read'] as const) }
  await ask()
  principal = { ...principal, grants: [{ role: 'viewer', tag: 'eu' }] }
  await ask()
  await ask(undefined, '/things/2')
  expect(asked).toBe(4)
  principal = personOf('other')
  const theirs = await ask(mine.headers.etag)
  expect([theirs.status, theirs.body.askedBy]).toEqual([200, 'other'])
})

it('keeps no refusal', async () => {
  refuses = true
  expect((await ask()).headers.etag).toBeUndefined()
  refuses = false
  expect((await ask()).body.text).toBe('first')
})
