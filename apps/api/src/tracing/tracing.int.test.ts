import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitForJob } from '../testing/wait-for-job.ts'
import { startUploadClient, type UploadClient } from '../uploads/testing/upload-client.ts'
import { startTracing } from './tracing.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** What an OpenTelemetry collector does with traces: takes JSON by POST /v1/traces. */
const spans: Span[] = []
const asked: { url: string | undefined; authorization: string | undefined }[] = []
const collector = http.createServer(async (request, response) => {
  asked.push({ url: request.url, authorization: request.headers.authorization })
  let text = ''
  for await (const chunk of request) text += chunk
  for (const { scopeSpans } of JSON.parse(text).resourceSpans)
    for (const scope of scopeSpans) spans.push(...scope.spans)
  response.setHeader('content-type', 'application/json').end('{}')
})

let client: UploadClient
let sendAll: (() => Promise<void>) | null
beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const otlpUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const setting = { otlpUrl, otlpHeaders: { authorization: 'Bearer in' } }
  sendAll = await startTracing(setting, 'api', 'one')
  client = await startUploadClient()
})
afterAll(async () => {
  await client.close()
  collector.close()
})

const idOf = ({ attributes }: Span) =>
  attributes.find(({ key }) => key === 'steelyard.request.id')?.value.stringValue

it('a request, the job that it asks for and that one’s jobs are one trace under one id', async () => {
  const caller = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`
  const upload = await client.createUpload()
  const content = '10.0.0.1 - - [01/Oct/2026:12:00:00 +0200] "GET / HTTP/1.1" 200 1 120us\n'
  await client.send(upload.id, { name: 'vm1.log', content: content.repeat(50) })
  const reply = await client.api.app.inject({
    method: 'POST',
    url: `/api/v1/uploads/${upload.id}/inspect`,
    headers: {
      authorization: client.authorization,
      traceparent: caller,
      'x-request-id': 'seen-everywhere',
    },
  })
  const { job } = reply.json() as { job: contract.Job }
  await waitForJob(client.api.deps, job.id)
  await sendAll!()
  expect(asked[0]).toEqual({ url: '/v1/traces', authorization: 'Bearer in' })
  const mine = spans.filter(({ traceId }) => traceId === 'a1'.repeat(16))
  const [request, inspection] = [
    mine.find(({ name }) => name.startsWith('POST'))!,
    mine.find(({ name }) => name === 'job inspect-upload')!,
  ]
  expect(request.name).toBe('POST /api/v1/uploads/:id/inspect')
  expect(request.parentSpanId).toBe('b2'.repeat(8))
  expect(inspection.parentSpanId).toBe(request.spanId)
  expect([request, inspection].map(idOf)).toEqual(['seen-everywhere', 'seen-everywhere'])
  // No id, name or address that anybody entered becomes the name of a span.
  expect(spans.map(({ name }) => name).join()).not.toContain(upload.id)
})

it('without a collector nothing is traced, and jobs carry no span', async () => {
  expect(await startTracing({ otlpUrl: undefined, otlpHeaders: {} }, 'api', 'one')).toBeNull()
  const before = asked.length
  const upload = await client.createUpload()
  await client.send(upload.id, { name: 'other.log', content: 'x\n' })
  const { body } = await client.call(contract.inspectUpload, { params: { id: upload.id } })
  await waitForJob(client.api.deps, body.job.id)
  const row = await client.api.deps.db.job.findUniqueOrThrow({ where: { id: body.job.id } })
  expect(asked).toHaveLength(before)
  expect(row).toMatchObject({ traceParent: null, requestId: expect.any(String) })
})
