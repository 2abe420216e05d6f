import { readFileSync } from 'node:fs'
import jsonata from 'jsonata'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { hostWindows, observed, START } from '../../windows/observed.fixture.ts'
import { storeWindows } from '../../windows/store-windows.ts'

// The dashboard for Grafana that reads the REST API: its own requests, as its data source sends them.

interface Query {
  url: string
  root_selector: string
  columns: { selector: string; type: string }[]
}

const dashboard = JSON.parse(
  readFileSync(
    new URL('../../../../../companions/grafana/steelyard-rest.json', import.meta.url),
    'utf8',
  ),
)

let api: TestApi
let hostId: string
let secret: string
beforeAll(async () => {
  api = await startTestApi()
  const { db } = api.deps
  hostId = (await db.host.create({ data: { name: 'xen1' } })).id
  await db.watch.create({ data: { hostId } })
  await storeWindows(db, hostId, hostWindows(observed(10, 600)))
  await db.annotation.create({
    data: { hostId, at: new Date((START + 60) * 1000), text: 'v2', writtenBy: 'Ada' },
  })
  secret = (await api.as('viewer', ['hosts:read'])).secret
})
afterAll(() => api.close())

/** What a panel gets: the rows of the root selector, in the columns that it names. */
async function rowsOf({ url, root_selector, columns }: Query): Promise<unknown[][]> {
  const range: Record<string, string> = {
    host: hostId,
    '__from:date:iso': new Date(START * 1000).toISOString(),
    '__to:date:iso': new Date((START + 600) * 1000).toISOString(),
  }
  const path = url.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => range[name]!)
  const reply = await api.app.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${secret}`,
      accept: 'application/json;q=0.9,text/plain',
      'user-agent': 'Grafana/12.0.0 grafana-infinity-datasource',
    },
  })
  expect([path, reply.statusCode]).toEqual([path, 200])
  const found = await jsonata(root_selector).evaluate(reply.json())
  return ([] as Record<string, unknown>[])
    .concat(found ?? [])
    .map((row) => columns.map(({ selector }) => row[selector]))
}

const targetsOf = (title: string): Query =>
  dashboard.panels.find((panel: { title: string }) => panel.title === title).targets[0]

it('shows the times of each guest in each window', async () => {
  const rows = await rowsOf(targetsOf('Response time of each guest'))
  expect(rows).toHaveLength(60)
  expect(rows[0]).toEqual([new Date(START * 1000).toISOString(), 'vm1', expect.any(Number)])
  expect(await rowsOf(targetsOf('Requests'))).toHaveLength(60)
  expect(await rowsOf(targetsOf('Waits for a pCPU'))).toEqual([])
})

it('offers the hosts to choose from, and lists them with their verdicts', async () => {
  const [host] = dashboard.templating.list.slice(1)
  expect(await rowsOf(host.query.infinityQuery)).toEqual([['xen1', hostId]])
  expect(await rowsOf(targetsOf('Hosts'))).toEqual([['xen1', 'no-targets', null, 0]])
})

it('marks what happened', async () => {
  const at = new Date((START + 60) * 1000).toISOString()
  const rows = await rowsOf(dashboard.annotations.list[0].target)
  expect(rows).toContainEqual([at, at, 'annotation', 'v2'])
})

it('asks every question of the guide', () => {
  const guide = readFileSync(
    new URL('../../../../../docs/guides/grafana.md', import.meta.url),
    'utf8',
  )
  const { url, root_selector } = targetsOf('Response time of each guest')
  for (const text of [url, root_selector, dashboard.annotations.list[0].target.root_selector])
    expect(guide).toContain(text)
})
