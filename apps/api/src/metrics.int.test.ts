import type { AddressInfo } from 'node:net'
import * as contract from '@steelyard/contract'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveMetrics } from './metrics.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('counts requests by route pattern on a separate port', async () => {
  const operator = await api.as('operator')
  register.resetMetrics() // earlier tests were counted too
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  for (const id of ids) await operator(contract.getJob, { params: { id } })
  const server = await serveMetrics('127.0.0.1', 0)
  const { port } = server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const elsewhere = await fetch(`http://127.0.0.1:${port}/`)
  server.close()
  expect(elsewhere.status).toBe(404)
  expect(text).toContain(
    'steelyard_http_request_duration_seconds_count{method="GET",route="/api/v1/jobs/:id",status="404"} 2',
  )
  for (const id of ids) expect(text).not.toContain(id)
})
