/**
 * What windows of watched hosts take in PostgreSQL, and in the files that they move into when they are
 * old: bytes, the CPU time of the move, and that of a read.
 *
 *   tsx bench/cold/main.ts [--json] [--hosts 10] [--guests 7] [--logs 1] [--rate 5]
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { generateDatabaseClient } from '../../scripts/lib/build.ts'
import { migrate } from '../../scripts/lib/migrate.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { startEmbeddedPostgres } from '../../scripts/lib/postgres/embedded-postgres.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../scripts/lib/postgres/temporary-data.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    hosts: { type: 'string', default: '10' },
    guests: { type: 'string', default: '7' },
    logs: { type: 'string', default: '1' },
    rate: { type: 'string', default: '5' },
  },
})
const [hosts, guests, logs, rate] = [values.hosts, values.guests, values.logs, values.rate].map(
  Number,
)

await generateDatabaseClient()
const dataDir = makeTemporaryDataDirectory()
const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
try {
  await migrate(server.url)
  const wanted = { databaseUrl: server.url, dataDir, hosts, guests, logs, rate }
  const script = inRoot('apps/api/src/windows/testing/measure-cold.ts')
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', script], {
    input: JSON.stringify(wanted),
    stdio: ['pipe', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('measure-cold.ts failed.')
  const measured = JSON.parse(stdout.trim().split('\n').at(-1)!)
  console.log(JSON.stringify({ hosts, guests, logs, rate, ...measured }, null, values.json ? 0 : 2))
} finally {
  await server.stop()
  removeDataDirectory(dataDir)
}
