/**
 * What windows of watched hosts take in PostgreSQL, and in the files that they move into when they are
 * old: bytes, the CPU time of the move, and that of a read.
 *
 *   tsx bench/cold/main.ts [--json] [--hosts 10] [--guests 7] [--logs 1] [--rate 5]
 */
import { parseArgs } from 'node:util'
import { measureWithDatabase } from '../lib/measure-with-database.ts'

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
const wanted = { hosts, guests, logs, rate }
const measured = await measureWithDatabase('apps/api/src/windows/testing/measure-cold.ts', wanted)
console.log(JSON.stringify({ ...wanted, ...measured }, null, values.json ? 0 : 2))
