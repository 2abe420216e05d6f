/**
 * A pool of hosts, left alone or looked after by each contender, on replayed days with seeds that
 * nothing was tuned on.
 *
 *   npm run bench -- fleet [--hosts 16] [--guests 250] [--minutes 1440] [--seeds 101,102,103]
 */
import { parseArgs } from 'node:util'
import { type Column, textTable } from '../lib/text-table.ts'
import { CONTENDERS, Steelyard } from './contenders.ts'
import { drawFleet } from './draw-fleet.ts'
import { type FleetScore, FleetWorld } from './play-fleet.ts'

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '16' },
    guests: { type: 'string', default: '250' },
    minutes: { type: 'string', default: '1440' },
    seeds: { type: 'string', default: '101,102,103' },
    contender: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
  },
})
const size = {
  hosts: Number(values.hosts),
  guests: Number(values.guests),
  minutes: Number(values.minutes),
}

interface Played extends FleetScore {
  contender: string
  seed: number
  slowest: Steelyard['slowest']
}

const played: Played[] = []
for (const seed of values.seeds.split(',').map(Number)) {
  for (const contender of values.contender ?? Object.keys(CONTENDERS)) {
    const entrant = CONTENDERS[contender]!()
    const world = new FleetWorld(drawFleet(size, seed))
    for (let minute = 0; minute < size.minutes; minute++) await entrant.see(world.play(), world)
    const slowest = entrant instanceof Steelyard ? entrant.slowest : null
    played.push({ ...world.score, contender, seed, slowest })
  }
}

if (values.json) console.log(JSON.stringify(played, null, 2))
else {
  const columns: Column<Played>[] = [
    { title: 'contender', text: ({ contender }) => contender, align: 'left' },
    { title: 'seed', text: ({ seed }) => String(seed) },
    { title: 'missed guest minutes', text: ({ missed }) => String(missed) },
    {
      title: 'of all',
      text: ({ missed, promised }) => `${((100 * missed) / promised).toFixed(2)} %`,
    },
    { title: 'unavoidable', text: ({ unavoidable }) => String(unavoidable) },
    { title: 'host minutes', text: ({ hostMinutesMissed }) => String(hostMinutesMissed) },
    { title: 'moves', text: ({ moves }) => String(moves) },
    { title: 'weights set', text: ({ weightChanges }) => String(weightChanges) },
    {
      title: 'slowest decision',
      text: ({ slowest }) =>
        slowest
          ? `${slowest.seconds.toFixed(1)} s, ${slowest.proof.pairs} of ${slowest.proof.allPairs} pairs, gap ${slowest.proof.gap?.toFixed(3) ?? '–'}`
          : '',
    },
  ]
  console.log(textTable(columns, played))
}
