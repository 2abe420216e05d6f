/**
 * Speed of the twin in simulated seconds per second of CPU time: the host of the recordings (Domain-0
 * and three guests, 45, 45 and 170 requests per second, about 90 % CPU use) with all that the twin
 * knows of it, and three guests without Domain-0 beside SimPy and plain C++, which share the CPU among
 * them in slices of 30 ms and know nothing of Xen. All in one run, so that the ratios hold
 * on any machine; peers that are not installed are left out (`pip install simpy`, g++).
 *
 *   tsx bench/twin.ts [--json]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runTwin, simulate, type TwinConfig, twinOfHost } from '@steelyard/simulator'
import { compilePeer, type PeerRun, runPeer } from './lib/run-peer.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

const guests = [
  { name: 'vm1', rate: 45, demandSeconds: 0.0064 },
  { name: 'vm2', rate: 45, demandSeconds: 0.0064 },
  { name: 'vm3', rate: 170, demandSeconds: 0.00147 },
]

function wholeHost(name: 'credit' | 'credit2'): TwinConfig {
  return twinOfHost({
    pCpus: 1,
    scheduler: { name },
    domain0: { cpuSecondsPerRequest: 0.00024, background: { utilisation: 0.017 } },
    guests: guests.map(({ name: guest, rate, demandSeconds }) => ({
      name: guest,
      arrivals: { kind: 'poisson', ratePerSecond: rate },
      cpuSecondsPerRequest: demandSeconds,
    })),
  })
}

const guestsAlone: TwinConfig = {
  pCpus: 1,
  scheduler: { name: 'credit' },
  guests: guests.map(({ name, rate, demandSeconds }) => ({
    name,
    load: {
      arrivals: { kind: 'poisson', ratePerSecond: rate },
      serviceTime: { kind: 'constant', seconds: demandSeconds },
      discipline: 'fifo',
    },
  })),
}

function play(config: TwinConfig, horizonSeconds: number): PeerRun {
  simulate(config, { seed: 0, horizonSeconds: 100 })
  const started = process.cpuUsage()
  const { domains } = simulate(config, { seed: 1, horizonSeconds })
  const { user, system } = process.cpuUsage(started)
  const answers = domains.flatMap(({ requests }) => requests?.responseTime.mean ?? [])
  return { seconds: (user + system) / 1e6, meanResponseMs: answers.map((mean) => mean * 1000) }
}

interface Row {
  what: string
  model: string
  simulatedSecondsPerSecond: number
  meanResponseMs: number[]
}

const rows: Row[] = []
function add(what: string, model: string, horizonSeconds: number, run: PeerRun | null): void {
  if (!run) return
  const { seconds, meanResponseMs } = run
  rows.push({ what, model, simulatedSecondsPerSecond: horizonSeconds / seconds, meanResponseMs })
}

const wholeModel = 'Domain-0 and three guests'
const aloneModel = 'three guests'
for (const scheduler of ['credit', 'credit2'] as const) {
  add(`twin, ${scheduler}`, wholeModel, 2000, play(wholeHost(scheduler), 2000))
}
add('twin, credit', aloneModel, 5000, play(guestsAlone, 5000))

const peers = path.join(import.meta.dirname, 'peers')
add(
  'SimPy',
  aloneModel,
  500,
  runPeer('SimPy', 'python3', [path.join(peers, 'round_robin.py'), '500', '1']),
)
const directory = mkdtempSync(path.join(tmpdir(), 'steelyard-bench-'))
try {
  const binary = path.join(directory, 'round-robin')
  if (compilePeer('C++', path.join(peers, 'round-robin.cpp'), binary)) {
    add('C++', aloneModel, 50_000, runPeer('C++', binary, ['50000', '1']))
  }
} finally {
  rmSync(directory, { recursive: true })
}

const replications = 4
const started = performance.now()
await runTwin(wholeHost('credit'), { seed: 1, replications, horizonSeconds: 2000 })
const onAllCores = (replications * 2000 * 1000) / (performance.now() - started)

const twinAlone = rows.find(({ what, model }) => what.startsWith('twin') && model === aloneModel)!
const withRatios = rows.map((row) => ({
  ...row,
  timesTwin:
    row.model === aloneModel
      ? row.simulatedSecondsPerSecond / twinAlone.simulatedSecondsPerSecond
      : null,
}))

const figure = (value: number) => Number(value.toPrecision(3))
if (values.json) {
  console.log(
    JSON.stringify(
      { unit: 'simulated seconds per second of CPU time', rows: withRatios, onAllCores },
      null,
      2,
    ),
  )
} else {
  console.log('Simulated seconds per second of CPU time')
  console.table(
    withRatios.map((row) => ({
      what: row.what,
      model: row.model,
      speed: figure(row.simulatedSecondsPerSecond),
      'times the twin': row.timesTwin === null ? '' : figure(row.timesTwin),
      'mean response, ms': row.meanResponseMs.map((mean) => mean.toFixed(1)).join(' / '),
    })),
  )
  console.log(
    `As the product plays it, ${replications} replications of ${wholeModel} on ${availableParallelism()} cores: ${figure(onAllCores)} simulated seconds per second of wall-clock time.`,
  )
}
