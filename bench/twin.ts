/**
 * Measures the twin in simulated seconds per second of CPU time and compares each model with programs that can
 * run it: for the host of the recordings, the independent simulator in C++; for three guests that take turns,
 * SimPy and plain C++, which do not model Xen; for a guest that shares its CPU evenly, Ciw.
 * All run in turn in the same run, so that the ratios hold on any machine, and the median counts. What
 * Python needs is installed into an environment of its own; without g++ or Python the benchmark fails.
 *
 *   tsx bench/twin.ts [--json]
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { upperMedian } from '@steelyard/model'
import { runTwin } from '@steelyard/simulator'
import { pythonEnvironment } from './lib/python-environment.ts'
import { compilePeer, type PeerRun, runPeer } from './lib/run-peer.ts'
import { type TwinModel, twinModels } from './lib/twin-models.ts'
import { judge } from './lib/xen-host-peer.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

/** Timed runs of each contender. */
const rounds = 5

interface Contender {
  what: string
  model: TwinModel
  horizonSeconds: number
  play(horizonSeconds: number, seed: number): PeerRun
}

const program = (
  what: string,
  model: TwinModel,
  horizonSeconds: number,
  command: string,
  ...args: string[]
): Contender => ({
  what,
  model,
  horizonSeconds,
  play: (horizon, seed) => runPeer(what, command, [...args, String(horizon), String(seed)]),
})

function twin(model: TwinModel, horizonSeconds: number): Contender {
  const script = path.join(import.meta.dirname, 'lib', 'play-twin.ts')
  return program('twin', model, horizonSeconds, process.execPath, '--import', 'tsx', script, model)
}

function xenHost(model: TwinModel, horizonSeconds: number): Contender {
  const play = (seconds: number, seed: number): PeerRun => {
    const { cpuSeconds, domains } = judge(twinModels[model], { seed, seconds })
    const answers = domains.flatMap(({ requests }) => requests?.client?.meanSeconds ?? [])
    return { seconds: cpuSeconds, meanResponseMs: answers.map((mean) => mean * 1000) }
  }
  return { what: 'C++, independent', model, horizonSeconds, play }
}

/** Runs all contenders in turn, so that other load on the machine affects them alike. */
function measure(contenders: Contender[]) {
  const runs = contenders.map((): PeerRun[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { play, horizonSeconds }] of contenders.entries()) {
      runs[index]!.push(play(horizonSeconds, round + 1))
    }
  }
  return contenders.map(({ what, model, horizonSeconds }, index) => ({
    what,
    model,
    simulatedSecondsPerSecond:
      horizonSeconds / upperMedian(runs[index]!.map(({ seconds }) => seconds))!,
    meanResponseMs: runs[index]![0]!.meanResponseMs.map(
      (_, guest) => upperMedian(runs[index]!.map(({ meanResponseMs }) => meanResponseMs[guest]!))!,
    ),
  }))
}

const wholeHosts = [
  'Domain-0 and three guests, credit',
  'Domain-0 and three guests, credit2',
] as const

const peers = path.join(import.meta.dirname, 'peers')
const programs = await pythonEnvironment(peers, (what) => console.error(what))
const python = path.join(programs!, 'python')
const directory = mkdtempSync(path.join(tmpdir(), 'steelyard-bench-'))
const roundRobin = path.join(directory, 'round-robin')
let rows: ReturnType<typeof measure>
try {
  compilePeer('C++', path.join(peers, 'round-robin.cpp'), roundRobin)
  const turns = 'three guests in turn'
  const even = 'one guest, shared evenly'
  rows = measure([
    ...wholeHosts.flatMap((model) => [twin(model, 1000), xenHost(model, 1000)]),
    twin(turns, 4000),
    program('C++', turns, 20_000, roundRobin),
    program('SimPy', turns, 200, python, path.join(peers, 'round_robin.py')),
    twin(even, 4000),
    program('Ciw', even, 200, python, path.join(peers, 'shared_evenly.py')),
  ])
} finally {
  rmSync(directory, { recursive: true })
}

const replications = 4
const started = performance.now()
await runTwin(twinModels[wholeHosts[0]], { seed: 1, replications, horizonSeconds: 1000 })
const onAllCores = (replications * 1000 * 1000) / (performance.now() - started)

const withRatios = rows.map((row) => {
  const twinOfIt = rows.find(({ what, model }) => what === 'twin' && model === row.model)!
  const timesTwin = row.simulatedSecondsPerSecond / twinOfIt.simulatedSecondsPerSecond
  return { ...row, timesTwin }
})

if (values.json) {
  const unit = 'simulated seconds per second of CPU time'
  console.log(JSON.stringify({ unit, rows: withRatios, onAllCores }, null, 2))
} else {
  const figure = (value: number) => Number(value.toPrecision(3))
  console.log(`Simulated seconds per second of CPU time, medians of ${rounds} runs`)
  console.table(
    withRatios.map((row) => ({
      what: row.what,
      model: row.model,
      speed: figure(row.simulatedSecondsPerSecond),
      'times the twin': figure(row.timesTwin),
      'mean response, ms': row.meanResponseMs.map((mean) => mean.toFixed(1)).join(' / '),
    })),
  )
  console.log(
    `As the product plays it, ${replications} replications of ${wholeHosts[0]}, on ${availableParallelism()} cores: ${figure(onAllCores)} simulated seconds per second of wall-clock time.`,
  )
}
