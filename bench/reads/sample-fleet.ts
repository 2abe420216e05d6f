import { randomUUID } from 'node:crypto'
import type { HostInventory } from '@steelyard/xen'
import type pg from 'pg'

/** Tables with a column that leads to a host, in the order in which rows may be inserted. */
const TABLES = [
  'Job',
  'Host',
  'Domain',
  'Upload',
  'UploadFile',
  'Source',
  'Analysis',
  'AnalysisTarget',
  '_AnalysisToUpload',
] as const

type Rows = { table: (typeof TABLES)[number]; columns: string; json: string[] }[]

/** Each host has as many analyses as one that is recorded every week for two months. */
const ANALYSES_PER_HOST = 8

/**
 * Turns the analysed sample host into a fleet: copies of it under other names with all their uploads
 * and analyses, two of three of them connected and read.
 */
export async function growFleet(client: pg.Client, hosts: number): Promise<void> {
  const sample = await rowsOf(client, TABLES)
  const analyses = sample.filter(({ table }) => table.includes('Analysis') || table === 'Job')
  for (let number = 2; number <= hosts; number++) {
    const ids = freshIds(sample)
    await insert(client, sample, ids, (text) => text.replace(/Sample host[^"]*/, `xen-${number}`))
    for (let times = 1; times < ANALYSES_PER_HOST / 2; times++) {
      // Only the analyses and their jobs get new ids; what they refer to is that of the new host.
      await insert(client, analyses, new Map([...ids, ...freshIds(analyses)]))
    }
    if (number % 3 !== 0) await connect(client, ids)
  }
  await client.query('analyze')
}

async function rowsOf(client: pg.Client, tables: typeof TABLES): Promise<Rows> {
  const rows: Rows = []
  for (const table of tables) {
    const found = await client.query(`select to_jsonb(t)::text as json from "${table}" t`)
    const columns = await columnsOf(client, table)
    rows.push({ table, columns, json: found.rows.map(({ json }) => json) })
  }
  return rows
}

/** Those that the database does not generate. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  return rows[0]!.names
}

function freshIds(rows: Rows): Map<string, string> {
  const ids = rows.flatMap(({ json }) => json.map((text) => JSON.parse(text).id as string))
  return new Map(ids.filter(Boolean).map((id) => [id, randomUUID()]))
}

async function insert(
  client: pg.Client,
  rows: Rows,
  ids: ReadonlyMap<string, string>,
  rename = (text: string) => text,
): Promise<void> {
  for (const { table, columns, json } of rows) {
    for (const text of json) {
      const copy = text.replace(
        /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
        (id) => ids.get(id) ?? id,
      )
      await client.query(
        `insert into "${table}" (${columns})
          select ${columns} from jsonb_populate_record(null::"${table}", $1)`,
        [table === 'Host' ? rename(copy) : copy],
      )
    }
  }
}

/** As the agent leaves a host that it has just read. */
async function connect(client: pg.Client, ids: ReadonlyMap<string, string>): Promise<void> {
  const hostIds = [...ids.values()]
  const { rows } = await client.query<{ id: string; hostId: string; name: string }>(
    `select "id", "hostId", "name" from "Domain" where "hostId" = any($1) order by "name"`,
    [hostIds],
  )
  const domains = rows.map(({ id, name }, index) => ({ rowId: id, ...domainState(name, index) }))
  for (const { rowId, uuid, id, vCpus, memoryMb, weight, cap, cpupool, state } of domains) {
    await client.query(
      `update "Domain" set "xenUuid" = $2, "xenId" = $3, "vCpus" = $4, "memoryMb" = $5, "weight" = $6,
        "cap" = $7, "cpupool" = $8, "state" = $9, "seenAt" = now() where "id" = $1`,
      [rowId, uuid, id, vCpus, memoryMb, weight, cap, cpupool, state],
    )
  }
  const inventory = { ...INVENTORY, domains: domains.map(({ rowId: _, ...domain }) => domain) }
  await client.query(
    `update "Host" set "inventory" = $2, "inventoryAt" = now(), "scheduler" = 'credit', "pCpus" = 1
      where "id" = $1`,
    [rows[0]!.hostId, JSON.stringify(inventory)],
  )
  await client.query(
    `insert into "SshAccess" ("id", "hostId", "state", "address", "port", "username", "publicKey",
        "offeredFingerprint", "pinnedFingerprint")
      values ($1, $2, 'connected', 'xen.example.org', 22, 'steelyard', $3, $4, $4)`,
    [
      randomUUID(),
      rows[0]!.hostId,
      `ssh-ed25519 ${'A'.repeat(68)} steelyard`,
      `SHA256:${'a'.repeat(43)}`,
    ],
  )
}

const INVENTORY: HostInventory = {
  readAt: '2026-01-01T00:00:00.000Z',
  xenVersion: '4.17.2',
  hostName: 'xen',
  scheduler: 'credit',
  pCpus: 1,
  totalMemoryMb: 16_384,
  cpupools: [
    {
      name: 'Pool-0',
      pCpus: 1,
      pCpuNumbers: [0],
      scheduler: 'credit',
      timeSliceMs: 30,
      rateLimitUs: 1000,
      migrationDelayUs: 0,
    },
  ],
  domains: [],
}

function domainState(name: string, index: number): HostInventory['domains'][number] {
  return {
    uuid: randomUUID(),
    id: index + 1,
    name,
    vCpus: 1,
    memoryMb: 1024,
    state: '-b----',
    cpuTimeSeconds: 1000,
    cpupool: 'Pool-0',
    weight: 256,
    cap: 0,
    reservation: null,
    vCpuPlacement: [
      {
        vCpu: 0,
        pCpu: 0,
        state: '-b-',
        cpuTimeSeconds: 1000,
        hardAffinity: 'all',
        softAffinity: 'all',
      },
    ],
  }
}
