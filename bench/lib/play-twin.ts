/**
 * Runs the twin in a separate process, as the benchmark runs its peers. An untimed run of the same
 * model first warms up the compiler.
 *
 *   play-twin.ts MODEL HORIZON_SECONDS SEED   ->   {"seconds": CPU time, "meanResponseMs": [...]}
 */
import { simulate } from '@steelyard/simulator'
import type { PeerRun } from './run-peer.ts'
import { twinModels } from './twin-models.ts'

const [model, horizonSeconds, seed] = process.argv.slice(2)
const config = twinModels[model as keyof typeof twinModels]
simulate(config, { seed: 0, horizonSeconds: 200 })
const started = process.cpuUsage()
const { domains } = simulate(config, {
  seed: Number(seed),
  horizonSeconds: Number(horizonSeconds),
})
const { user, system } = process.cpuUsage(started)
const answers = domains.flatMap(({ requests }) => requests?.responseTime.mean ?? [])
const run: PeerRun = {
  seconds: (user + system) / 1e6,
  meanResponseMs: answers.map((mean) => mean * 1000),
}
console.log(JSON.stringify(run))
