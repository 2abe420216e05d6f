import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Advisor, AdvisorRefusal, type PoolAdvice } from './advisor.ts'
import { answerWlb } from './answer-wlb.ts'
import { readRequest } from './read-request.ts'
import { readAsXapi } from './xapi-as-client.fixture.ts'

interface Exchange {
  case: string
  method: string
  request?: string
  answer: string
  status: number
  success?: number | null
  failure?: string
}
const recorded: { hosts: string[]; exchanges: Exchange[] } = JSON.parse(
  readFileSync(new URL('./fixtures/wlb-exchanges.json', import.meta.url), 'utf8'),
)
const { hosts, exchanges } = recorded
const guests = [
  '292e953a-fec1-c05f-7b28-0f735bbc339c',
  '8f6f95fc-9e17-8a20-3ff3-5cb528d12615',
  '7ada2f15-784c-3cd8-5b98-5869abbd51f0',
  'be502331-94ab-e2a9-609f-48c8b20224ef',
  'bc8f7de6-d409-206b-a46c-67ee7136093e',
]
const pool = { hosts, guests }

/** The request of a method, as XAPI was seen to send it. */
const requestOf = (method: string) =>
  exchanges.findLast((each) => each.method === method && each.request)!.request!

const advisor: Advisor = {
  join: async () => 42,
  leave: async () => {},
  rateHosts: async () =>
    hosts.map((hostUuid, index) => ({
      hostUuid: hostUuid.toUpperCase(),
      stars: index * 2,
      reason: index === 0 ? 'web: 180 ms, target <100 ms>' : null,
    })),
  emptyHost: async () => [],
  advisePool: async () => ({ id: 1, moves: [] }),
  readSettings: async () => ({}),
  writeSettings: async () => {},
}

async function ask(method: string, own: Partial<Advisor> = {}) {
  const body = await answerWlb({ ...advisor, ...own }, requestOf(method))
  return readAsXapi(method, { status: 200, body }, pool, hosts[1])
}

describe('the rules of XAPI', () => {
  test.each(exchanges)('make of "$case" what XAPI made of it', (exchange) => {
    const { method, status, answer, success, failure } = exchange
    const reading = readAsXapi(method, { status, body: answer }, pool, hosts[1])
    if (failure !== undefined) {
      expect(reading).toMatchObject({ kind: 'failure', code: failure })
      return
    }
    expect(reading.kind).toBe('success')
    // Of an evacuation XAPI plans itself what we leave out.
    const { rows, values } = reading as Extract<typeof reading, { kind: 'success' }>
    if (success != null && method !== 'HostGetRecommendations')
      expect(method === 'GetXenPoolConfiguration' ? Object.keys(values) : rows).toHaveLength(
        success,
      )
  })
})

describe('a request of XAPI', () => {
  test.each([...new Set(exchanges.map(({ method }) => method))])('%s is read', (method) => {
    expect(readRequest(requestOf(method))).toMatchObject({ kind: 'request', request: { method } })
  })

  test('keeps what is written with entities', () => {
    const { request } = readRequest(requestOf('SetXenPoolConfiguration')) as {
      request: { fields: object }
    }
    expect(request.fields).toMatchObject({
      OptimizationParms: {
        KeyValueOfstringstring: expect.arrayContaining([{ Key: 'odd<&>', Value: 'a "b" & c' }]),
      },
    })
  })

  test('is refused where nobody answers it, and faulted where it cannot be read', async () => {
    const report = requestOf('RemoveXenServer').replaceAll('RemoveXenServer', 'ExecuteReport')
    const refused = await answerWlb(advisor, report)
    expect(readAsXapi('ExecuteReport', { status: 200, body: refused }, pool)).toMatchObject({
      code: 'WLB_INTERNAL_ERROR',
      said: 'Steelyard does not answer ExecuteReport.',
    })
    const bomb = `<!DOCTYPE x [<!ENTITY a "b">]>${requestOf('RemoveXenServer')}`
    for (const body of ['', 'hello', '<a>', '<a/>', bomb])
      expect(await answerWlb(advisor, body)).toContain('<s:Fault>')
  })

  test('is answered with XML whatever it is', () =>
    fc.assert(
      fc.asyncProperty(fc.string(), fc.nat(500), async (text, at) => {
        const whole = requestOf('VMGetRecommendations')
        const body = await answerWlb(advisor, whole.slice(0, at) + text + whole.slice(at))
        const reading = readAsXapi('VMGetRecommendations', { status: 200, body }, pool)
        expect(reading.kind === 'success' || reading.code === 'WLB_INTERNAL_ERROR').toBe(true)
      }),
    ))
})

describe('an answer', () => {
  test('rates every live host, in lower case, with a reason where it has no stars', async () => {
    expect(await ask('VMGetRecommendations')).toMatchObject({
      rows: [
        { host: hosts[0], stars: '0.00', reason: 'web: 180 ms, target <100 ms>' },
        { host: hosts[1], stars: '2.00', reason: 'None' },
        { host: hosts[2], stars: '4.00', reason: 'None' },
      ],
    })
  })

  test('invents no stars for a guest of which nothing is known', async () => {
    expect(await ask('VMGetRecommendations', { rateHosts: async () => null })).toMatchObject({
      code: 'WLB_INTERNAL_ERROR',
      said: 'Nothing is known of this VM yet.',
    })
  })

  test('without advice is empty, which XAPI takes for none', async () => {
    for (const method of ['GetOptimizationRecommendations', 'HostGetRecommendations'])
      expect(await ask(method)).toMatchObject({ kind: 'success', rows: [] })
    for (const method of ['SetXenPoolConfiguration', 'RemoveXenServer', 'AddXenServer'])
      expect(await ask(method)).toMatchObject({ kind: 'success' })
  })

  test('says what was advised, in any words', () =>
    fc.assert(
      fc.asyncProperty(fc.subarray(guests), fc.string({ minLength: 1 }), async (some, words) => {
        const reason = `for ${words} &`
        const moves: PoolAdvice['moves'] = some.map((guestUuid) => ({
          guestUuid,
          fromHostUuid: hosts[0]!,
          toHostUuid: hosts[2]!,
          reason,
        }))
        const advised = await ask('GetOptimizationRecommendations', {
          advisePool: async () => ({ id: 7, moves }),
        })
        expect(advised).toMatchObject({ kind: 'success' })
        const { rows } = advised as Extract<typeof advised, { kind: 'success' }>
        expect(rows.map(({ guest }) => guest)).toEqual(some)
        const settings = { OptimizationMode: words, other: reason }
        const read = await ask('GetXenPoolConfiguration', { readSettings: async () => settings })
        expect(read).toMatchObject({ kind: 'success' })
      }),
    ))

  test('with a refusal has its code, and one that XAPI would misread is a fault', async () => {
    const refuse = async () => {
      throw new AdvisorRefusal(4005, 'This pool is not known.')
    }
    expect(await ask('GetXenPoolConfiguration', { readSettings: refuse })).toMatchObject({
      said: 'This pool is not known.',
    })
    const twice = { guestUuid: guests[0]!, toHostUuid: hosts[2]! }
    const faults: unknown[] = []
    const body = await answerWlb(
      { ...advisor, emptyHost: async () => [twice, twice] },
      requestOf('HostGetRecommendations'),
      (error) => faults.push(error),
    )
    expect(body).toContain('<s:Fault>')
    expect(faults).toHaveLength(1)
  })
})
