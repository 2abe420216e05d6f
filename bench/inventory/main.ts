/**
 * How long it takes to read what a pool behind XAPI holds, with the calls that the product allows
 * itself. The pool is a double in this process, so the CPU time is that of both sides.
 *
 *   tsx bench/inventory/main.ts [--json] [--hosts 64] [--guests 1000]
 */
import { parseArgs } from 'node:util'
import { readPool, withPool } from '@steelyard/xapi'
import { poolDouble } from '@steelyard/xapi/testing'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    hosts: { type: 'string', default: '64' },
    guests: { type: 'string', default: '1000' },
  },
})
const double = await poolDouble({ hosts: Number(values.hosts), guests: Number(values.guests) })
const { callsPerMinute: _, ...options } = double.options
const before = process.cpuUsage()
const began = process.hrtime.bigint()
const signal = new AbortController().signal
const { hosts, guests } = await withPool(options, (opened) => readPool(opened, { signal }))
const seconds = Number(process.hrtime.bigint() - began) / 1e9
const { user, system } = process.cpuUsage(before)
const calls = double.seen.length
await double.close()
const measured = { seconds, cpuSeconds: (user + system) / 1e6, calls }
console.log(
  JSON.stringify(
    { hosts: hosts.length, guests: guests.length, ...measured },
    null,
    values.json ? 0 : 2,
  ),
)
