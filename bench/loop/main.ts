/**
 * Closes the loop on simulated hosts through the functions that ship, next to a host that is left
 * alone, SandPiper's rule acting on weights, and the best that weights could have done.
 *
 *   tsx bench/loop/main.ts [--days 1] [--sdps-days 10] [--first-seed 2001] [--results FILE] [--json]
 *
 * With --results a run goes on where an earlier one with the same file was stopped.
 */
import { parseArgs } from 'node:util'
import { KeptLines } from '../lib/kept-lines.ts'
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
    results: { type: 'string' },
  },
})

interface Kind {
  kind: string
  make: HostMaker
  days: number
  /** A host is played for so long at most; then another one is drawn. */
  daysPerHost: number
  overloadsPerDay: number
  /** So many hosts are played once more with a model that lies. */
  lyingHosts: number
}

interface PlayedHost {
  kind: string
  seed: number
  days: number
  results: Result[]
}

const known = new KeptLines<PlayedHost>(values.results)

async function compare({ kind, make, days, daysPerHost, overloadsPerDay, lyingHosts }: Kind) {
  const results: Result[] = []
  const hosts = Math.ceil(days / daysPerHost)
  const time = { days: Math.min(days, daysPerHost), overloadsPerDay }
  for (let host = 0; host < hosts; host++) {
    const seed = Number(values['first-seed']) + host
    console.error(`${kind}: seed ${seed}, host ${host + 1} of ${hosts}`)
    const played = await known.of(
      (each) => each.kind === kind && each.seed === seed && each.days === time.days,
      async () => ({
        kind,
        seed,
        days: time.days,
        results: await compareOn(make, { seed, lying: host < lyingHosts, ...time }),
      }),
    )
    results.push(...played.results)
  }
  return { days: hosts * time.days, summary: summarise(results), results }
}

const results = {
  sdps: await compare({
    kind: 'SDPS with noise',
    make: (plan, beginning) => new SdpsHost(plan, beginning),
    days: Number(values['sdps-days']),
    daysPerHost: 10,
    overloadsPerDay: 0.5,
    lyingHosts: 10,
  }),
  twin: await compare({
    kind: 'The twin',
    make: (plan, beginning) => new TwinHost(plan, beginning),
    days: Number(values.days),
    daysPerHost: 14,
    overloadsPerDay: 3,
    lyingHosts: 1,
  }),
}
console.log(values.json ? JSON.stringify(results, null, 2) : showTables(results))
