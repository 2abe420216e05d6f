import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  createDb,
  createTestDatabase,
  type Db,
  fillLoop,
  observeMinutes,
  type TestDatabase,
} from '@steelyard/api/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findFreePort } from '../../scripts/lib/free-port.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { startApiProcess } from './lib/api-process.ts'
import { dashboardQueries, dashboardVariables } from './lib/dashboard-queries.ts'
import { Prometheus } from './lib/prometheus.ts'
import { promtool } from './lib/promtool.ts'

const COMPANION = inRoot('companions/prometheus')
const RULES = path.join(COMPANION, 'steelyard.rules.yml')
const DASHBOARD = inRoot('companions/grafana/steelyard.json')

const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-prometheus-'))
const ports = { api: 0, metrics: 0 }
let database: TestDatabase
let db: Db
let hostId: string
let api: ChildProcess
let prometheus: Prometheus
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(database.url)
  hostId = await fillLoop(db, 'xen1')
  Object.assign(ports, { api: await findFreePort(), metrics: await findFreePort() })
  api = await startApiProcess(database.url, directory, ports)
  prometheus = new Prometheus(directory, await findFreePort(), ports.metrics)
})
// So that the host is watched for as long as the tests take.
beforeEach(() => observeMinutes(db, hostId, 1))
afterAll(async () => {
  await prometheus?.stop()
  if (api && api.exitCode === null) {
    const ended = once(api, 'exit')
    api.kill('SIGTERM')
    await ended
  }
  await db.$disconnect()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

describe('what ships for Prometheus and Grafana', () => {
  it('has rules that promtool accepts, and that pass their own tests', () => {
    expect(promtool(['check', 'rules', RULES])).toContain('7 rules found')
    promtool(['test', 'rules', 'steelyard.rules.test.yml'], { cwd: COMPANION })
    promtool(['check', 'config', 'prometheus.yml'], { cwd: COMPANION })
  })

  it('tests every rule', () => {
    const shipped = parse(readFileSync(RULES, 'utf8')) as {
      groups: { rules: { alert: string }[] }[]
    }
    const tests = readFileSync(path.join(COMPANION, 'steelyard.rules.test.yml'), 'utf8')
    for (const { alert } of shipped.groups.flatMap(({ rules }) => rules))
      expect(tests).toContain(`alertname: ${alert}\n        exp_alerts`)
  })
})

describe('a Prometheus with them', () => {
  it('scrapes the API process', async () => {
    expect(await prometheus.until('up{job="steelyard"} == 1')).toHaveLength(1)
    await fetch(`http://127.0.0.1:${ports.api}/api/v1/health/live`)
    const [count] = await prometheus.until('steelyard_http_request_duration_seconds_count > 0')
    expect(count!.metric.route).toBe('/api/v1/health/live')
  })

  it('has loaded the rules, and none of them fails', async () => {
    await prometheus.until('ALERTS or up')
    const { groups } = await prometheus.ask('rules?type=alert')
    expect(groups.map(({ name }: { name: string }) => name)).toEqual(['steelyard'])
    const faults = groups[0].rules.filter(({ health }: { health: string }) => health === 'err')
    expect([groups[0].rules.length, faults]).toEqual([7, []])
  })

  it.each(dashboardQueries(DASHBOARD))('has an answer to %s', async (query) => {
    expect(await prometheus.until(query)).not.toEqual([])
  })

  it.each(dashboardVariables(DASHBOARD))('offers each $label', async ({ series, label }) => {
    await prometheus.until(series)
    const question = `label/${label}/values?match[]=${encodeURIComponent(series)}`
    expect(await prometheus.ask(question)).toEqual(label === 'host' ? ['xen1'] : ['vm1', 'vm2'])
  })

  it('sees counters go on after the process was killed', async () => {
    const figureOf = async (query: string) => Number((await prometheus.until(query))[0]!.value)
    const requests = 'sum(steelyard_domain_requests_total)'
    await prometheus.until(`${requests} >= 1800`)
    const ended = once(api, 'exit')
    api.kill('SIGKILL')
    await ended
    const before = await figureOf('sum(last_over_time(steelyard_domain_requests_total[1h]))')
    api = await startApiProcess(database.url, directory, ports)
    const restarted = Date.now() / 1000
    await prometheus.until(`min(timestamp(steelyard_domain_requests_total)) > ${restarted}`)
    expect(await figureOf(requests)).toBeGreaterThanOrEqual(before)
    expect(await figureOf('sum(resets(steelyard_domain_requests_total[1h]))')).toBe(0)
  })

  it('gets every metric that the rules and the dashboard name', async () => {
    const scrape = await (await fetch(`http://127.0.0.1:${ports.metrics}/metrics`)).text()
    const used = [readFileSync(RULES, 'utf8'), ...dashboardQueries(DASHBOARD)].join('\n')
    const names = [...used.matchAll(/\bsteelyard_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    )
    const exported = [...scrape.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
    expect([...new Set(names)].filter((name) => !exported.includes(name))).toEqual([])
  })

  it('finds no fault with the metrics of Steelyard', async () => {
    const scrape = await (await fetch(`http://127.0.0.1:${ports.metrics}/metrics`)).text()
    // Those of Node and its process are named by prom-client.
    const own = scrape.split('\n').filter((line) => /^(# \w+ )?steelyard_/.test(line))
    expect(own.length).toBeGreaterThan(5)
    promtool(['check', 'metrics'], { input: `${own.join('\n')}\n` })
  })
})
