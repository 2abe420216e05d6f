/**
 * Closes the loop on simulated hosts through the functions that ship, next to a host that is left
 * alone, SandPiper's rule acting on weights, and the best that weights could have done.
 *
 *   tsx bench/loop/main.ts [--days 1] [--sdps-days 10] [--first-seed 2001] [--json]
 */
import { parseArgs } from 'node:util'
import { compareOn, type Result, summarise } from './compare.ts'
import { SdpsHost } from './sdps-host.ts'
import { showTables } from './show-tables.ts'
import type { HostMaker } from './simulated-host.ts'
import { TwinHost } from './twin-host.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    days: { type: 'string', default: '1' },
    'sdps-days': { type: 'string', default: '10' },
    'first-seed': { type: 'string', default: '2001' },
  },
})

/** A host is played for so long at most; then another one is drawn. */
const DAYS_PER_HOST = { twin: 14, sdps: 10 }

interface Kind {
  what: string
  make: HostMaker
  days: number
  perHost: number
  /** Whether it is played once more with a model that lies. */
  lying: boolean
}

async function compare({ what, make, days, perHost, lying }: Kind) {
  const results: Result[] = []
  const hosts = Math.ceil(days / perHost)
  for (let host = 0; host < hosts; host++) {
    const seed = Number(values['first-seed']) + host
    console.error(`${what}: seed ${seed}, host ${host + 1} of ${hosts}`)
    results.push(...(await compareOn(make, { seed, days: Math.min(days, perHost), lying })))
  }
  return { days: hosts * Math.min(days, perHost), summary: summarise(results), results }
}

const results = {
  sdps: await compare({
    what: 'SDPS with noise',
    make: (plan, beginning) => new SdpsHost(plan, beginning),
    days: Number(values['sdps-days']),
    perHost: DAYS_PER_HOST.sdps,
    lying: true,
  }),
  twin: await compare({
    what: 'The twin',
    make: (plan, beginning) => new TwinHost(plan, beginning),
    days: Number(values.days),
    perHost: DAYS_PER_HOST.twin,
    lying: false,
  }),
}
console.log(values.json ? JSON.stringify(results, null, 2) : showTables(results))
