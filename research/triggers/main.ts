/**
 * Replays hosts through the product's trigger, SandPiper's rule and a threshold, and says how soon
 * each found the stretches in which a target was missed, and how often it spoke without need. The
 * hosts are simulated ones, of which it is known when they have too much load, and recordings, of
 * which clients measured what was missed.
 *
 *   npm run research -- triggers [DIR...] [--first-seed 1001] [--hosts 5] [--json]
 */
import { parseArgs } from 'node:util'
import { inRoot } from '../../scripts/lib/paths.ts'
import { findRecordings } from '../accuracy/recordings/find-recordings.ts'
import { type Detector, sandpiper, steelyard, threshold } from './detectors.ts'
import { judgeAlarms } from './judge.ts'
import type { Replay } from './replay.ts'
import { replayRecordings } from './replay-recordings.ts'
import { showTables } from './show-tables.ts'
import { simulateHost } from './simulate-host.ts'
import { summarise } from './summary.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    'first-seed': { type: 'string', default: '1001' },
    hosts: { type: 'string', default: '5' },
  },
})

/** SandPiper's windows, and the product's. */
const WINDOW_SECONDS = [10, 60]
/** After an overload a queue needs minutes to serve its backlog. */
const SETTLE_SECONDS = 600

function judge(detector: Detector, replay: Replay, settleSeconds: number) {
  const { episodes, untilSeconds, windows } = replay
  const alarms = detector.alarms(windows.get(detector.windowSeconds)!)
  return judgeAlarms(alarms, episodes, { untilSeconds, settleSeconds })
}

function simulated() {
  const detectors = WINDOW_SECONDS.toReversed().flatMap((seconds) => [
    steelyard(seconds),
    sandpiper(seconds),
    threshold(seconds),
  ])
  const judged = detectors.map(() => [] as ReturnType<typeof judge>[])
  let seconds = 0
  for (let host = 0; host < Number(values.hosts); host++) {
    const seed = Number(values['first-seed']) + host
    console.error(`Simulating a host, seed ${seed}`)
    const replay = simulateHost(seed, WINDOW_SECONDS)
    seconds += replay.untilSeconds
    for (const [index, detector] of detectors.entries()) {
      judged[index]!.push(judge(detector, replay, SETTLE_SECONDS))
    }
  }
  return detectors.map(({ name, windowSeconds }, index) => ({
    detector: `${name}, ${windowSeconds} s`,
    ...summarise(judged[index]!, seconds),
  }))
}

async function recorded() {
  const given =
    positionals.length > 0 ? positionals : [inRoot('samples'), inRoot('research/recordings/kept')]
  const { directories } = await findRecordings(given)
  const replays = await replayRecordings(directories)
  const seconds = replays.reduce((sum, { untilSeconds }) => sum + untilSeconds, 0)
  const rows = [steelyard, sandpiper, threshold].map((detectorFor) => ({
    detector: detectorFor(1).name,
    ...summarise(
      replays.map((replay) => judge(detectorFor(replay.windowSeconds), replay, 0)),
      seconds,
    ),
  }))
  const about = replays.map(({ recording, domain, windowSeconds, targetSeconds, episodes }) => ({
    recording,
    domain,
    windowSeconds,
    targetSeconds,
    episodes,
  }))
  return { rows, replays: about }
}

const results = { simulated: simulated(), recorded: await recorded() }
console.log(values.json ? JSON.stringify(results, null, 2) : showTables(results))
