import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as contract from './index.ts'
import { ApiError, createClient, type Endpoint, urlOf } from './index.ts'

const endpoints = (Object.values(contract) as unknown[]).filter(
  (value): value is Endpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
)

describe('every endpoint', () => {
  it.each(endpoints.map((e) => [e.id, e] as const))('%s is coherent', (id, endpoint) => {
    expect((contract as Record<string, unknown>)[id]).toBe(endpoint)
    const named = [...endpoint.path.matchAll(/:([a-zA-Z]+)/g)].map((m) => m[1])
    const declared =
      endpoint.params instanceof z.ZodObject ? Object.keys(endpoint.params.shape) : []
    expect(declared.sort()).toEqual(named.sort())
    // Every answer is declared; only 204 and tus, which answers in headers, have no body.
    const hasBody = Boolean(endpoint.response ?? endpoint.produces)
    expect(hasBody).toBe(endpoint.status !== 204 && !id.startsWith('tus'))
  })
  it('has a unique method and path', () => {
    const keys = endpoints.map((e) => `${e.method} ${e.path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
  // Else `GET /pools/of-hosts` asks for the pool `of-hosts`, and `Allow` lists methods of both.
  it('has a path that no other path also means', () => {
    const paths = [...new Set(endpoints.map((e) => e.path))]
    const ambiguous = paths.flatMap((path) => {
      const meaning = new RegExp(`^${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`)
      return paths.filter((other) => other !== path && meaning.test(other))
    })
    expect(ambiguous).toEqual([])
  })
})

/** Every text in a schema, with the path to it. */
function textsIn(schema: z.core.$ZodType | undefined, path: string): [string, z.ZodType][] {
  const { def } = (schema ?? z.never())._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'string':
      return [[path, schema as z.ZodType]]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => textsIn(part, `${path}.${name}`))
    case 'array':
      return textsIn(def.element, path)
    case 'union':
      return def.options.flatMap((option) => textsIn(option, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return textsIn(def.innerType, path)
    default:
      return []
  }
}

describe('text that a caller sends', () => {
  // These are hashed or decoded before they are stored.
  const neverStored = /\.(password|currentPassword|newPassword|token|cursor)$/
  const texts = endpoints
    .flatMap((e) => [...textsIn(e.body, `${e.id}.body`), ...textsIn(e.query, `${e.id}.query`)])
    .filter(([path]) => !neverStored.test(path))

  it('is found inside every kind of wrapper', () => {
    expect(texts.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'createHost.body.notes',
        'createToken.body.name',
        'createPlan.body.weights.domain',
        'createAnalysis.body.options.excluded',
        'updateSource.body.settings.logFormat',
        'listAuditEvents.query.action',
      ]),
    )
  })
  it.each(texts)('%s refuses characters that the database cannot store', (_, schema) => {
    for (const text of ['a\0b', 'a\ud800b', 'a\udc00b']) {
      expect(schema.safeParse(text).success).toBe(false)
    }
  })
  it('accepts every other character', () => {
    expect(contract.Name.parse(' Ä 😀 名 ')).toBe('Ä 😀 名')
    expect(contract.Notes.parse('two\r\n\tlines 😀')).toBe('two\r\n\tlines 😀')
  })
})

describe('a name that somebody gives', () => {
  const unseen = ['\u001b', '\u0085', '\u061c', '\u200e', '\u202e', '\u2028', '\u2066', '\ufeff']
  const { Name, DomainName, Notes, FileName } = contract
  it.each(Object.entries({ Name, DomainName, Notes, FileName }))(
    '%s holds no character that cannot be seen or changes the direction of the text',
    (_, schema) => {
      for (const character of unseen) {
        const refused = schema.safeParse(`vm1${character}gol`)
        expect(refused.error?.issues[0]?.message, escape(character)).toContain('U+202E')
      }
    },
  )
  it('is a time zone only if it is one', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia']) {
      expect(contract.TimeZone.parse(zone)).toBe(zone)
    }
    for (const zone of ['', 'Mars/Olympus', 'Europe/Berlin; DROP', 'constructor']) {
      expect(contract.TimeZone.safeParse(zone).success, zone).toBe(false)
    }
  })
})

describe('createClient', () => {
  const answer = (status: number, body: unknown) =>
    createClient('/api/v1', async () => new Response(JSON.stringify(body), { status }))

  it('fills in paths and queries and escapes both', () => {
    expect(urlOf('/api/v1', '/hosts/:id/x', { id: 'a/b' }, { q: 'c d', none: undefined })).toBe(
      '/api/v1/hosts/a%2Fb/x?q=c+d',
    )
  })
  it('throws the problem that the API reported', async () => {
    const problem = {
      type: 't',
      title: 'Not found',
      status: 404,
      detail: 'No such host.',
      code: 'not-found',
      requestId: 'r',
    }
    await expect(
      answer(404, problem)(contract.getHost, { params: { id: crypto.randomUUID() } }),
    ).rejects.toMatchObject({
      problem,
    })
  })
  it('turns an answer that is not a problem into one', async () => {
    const failure = await answer(502, '<html>')(contract.getSetup).catch((e: unknown) => e)
    expect(failure).toBeInstanceOf(ApiError)
    expect((failure as ApiError).problem).toMatchObject({ status: 502, code: 'unexpected-answer' })
  })
  it('refuses an answer that breaks the contract', async () => {
    await expect(answer(200, { needed: 'yes' })(contract.getSetup)).rejects.toThrow(z.ZodError)
  })
})
