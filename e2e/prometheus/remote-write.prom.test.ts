import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  minutesAgo,
  RemoteWriter,
  startTestApi,
  storeMinutes,
  type TestApi,
} from '@steelyard/api/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../../scripts/lib/free-port.ts'
import { Prometheus } from './lib/prometheus.ts'

const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-remote-write-'))
const HOST = 'xen 1 "𠀀"'
const FIRST = minutesAgo(20)
let port: number
let api: TestApi
let hostId: string
let prometheus: Prometheus
beforeAll(async () => {
  port = await findFreePort()
  prometheus = new Prometheus(directory, port, await findFreePort())
  api = await startTestApi({ env: { STEELYARD_REMOTE_WRITE_URL: prometheus.writeUrl } })
  const domains = { create: [{ name: 'vm1' }, { name: 'vm2' }] }
  const host = await api.deps.db.host.create({
    data: { name: HOST, domains, watch: { create: {} } },
  })
  hostId = host.id
  await prometheus.until('vector(1)')
})
afterAll(async () => {
  await prometheus?.stop()
  await api?.close()
  rmSync(directory, { recursive: true, force: true })
})

/** @param from minutes since the first one */
const store = (from: number, minutes: number) =>
  storeMinutes(api.deps.db, hostId, FIRST + from * 60, minutes, {
    vm1: { perSecond: 2, responseSeconds: 0.25, cpuSeconds: 0.1 },
    vm2: { perSecond: 1, responseSeconds: 0.02, cpuSeconds: 0.01 },
  })
const figureOf = async (query: string) => Number((await prometheus.until(query))[0]!.value)
const OF_VM1 = '{domain="vm1"}[1h]'

it('has every window that was written, under the names and labels of /metrics', async () => {
  await store(0, 8)
  await new RemoteWriter(api.deps).round()
  const [requests] = await prometheus.until(
    `last_over_time(steelyard_domain_requests_total${OF_VM1})`,
  )
  const __name__ = 'steelyard_domain_requests_total'
  expect(requests).toEqual({ metric: { __name__, host: HOST, domain: 'vm1' }, value: '840' })
  expect(await figureOf(`count_over_time(steelyard_domain_requests_total${OF_VM1})`)).toBe(42)
  const cpu = await figureOf(`last_over_time(steelyard_domain_cpu_seconds_total${OF_VM1})`)
  expect(cpu).toBeCloseTo(84, 6)
  const p95 = `histogram_quantile(0.95, increase(steelyard_domain_response_seconds_bucket${OF_VM1}))`
  const [seconds] = await prometheus.until(p95)
  expect(Number(seconds!.value)).toBeGreaterThan(0.2)
  expect(Number(seconds!.value)).toBeLessThan(0.3)
})

it('misses none after it was away, and gets none twice', async () => {
  await prometheus.stop()
  await store(8, 8)
  const writer = new RemoteWriter(api.deps)
  await writer.round()
  prometheus = new Prometheus(directory, port, await findFreePort())
  await prometheus.until('vector(1)')
  await writer.round()
  await new RemoteWriter(api.deps).round()
  expect(await figureOf(`count_over_time(steelyard_domain_requests_total${OF_VM1})`)).toBe(90)
  expect(await figureOf(`resets(steelyard_domain_requests_total${OF_VM1})`)).toBe(0)
  expect(await figureOf(`last_over_time(steelyard_domain_requests_total${OF_VM1})`)).toBe(1800)
})

it('refuses what is too old, and gets what follows', async () => {
  const at = FIRST - 12 * 3600
  const { db } = api.deps
  const late = await db.host.create({ data: { name: 'late', watch: { create: {} } } })
  const behaviour = { vm9: { perSecond: 1, responseSeconds: 0.1 } }
  await storeMinutes(db, late.id, at, 3, behaviour)
  await new RemoteWriter(api.deps).round()
  await storeMinutes(db, late.id, FIRST, 16, behaviour)
  await new RemoteWriter(api.deps).round()
  const count = 'count_over_time(steelyard_domain_requests_total{host="late"}[24h])'
  expect(await figureOf(count)).toBe(90)
})
