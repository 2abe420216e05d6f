/**
 * What a decision about a pool of watched hosts takes in the product, with its database and the twin:
 * whole, and the part in which the hosts are looked at.
 *
 *   tsx bench/decision/main.ts [--json] [--hosts 64] [--guests 960] [--seeds 1]
 */
import { parseArgs } from 'node:util'
import { measureWithDatabase } from '../lib/measure-with-database.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    hosts: { type: 'string', default: '64' },
    guests: { type: 'string', default: '960' },
    seeds: { type: 'string', default: '1' },
  },
})
const wanted = {
  hosts: Number(values.hosts),
  guests: Number(values.guests),
  seeds: values.seeds.split(',').map(Number),
}
const script = 'apps/api/src/pool-advice/testing/measure-decision.ts'
const measured = await measureWithDatabase(script, wanted)
console.log(JSON.stringify({ ...wanted, ...measured }, null, values.json ? 0 : 2))
