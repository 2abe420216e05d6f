import { raised } from '../../papers/paper0/host-of-paper0.ts'
import { table3 } from '../../papers/paper0/intervals.ts'
import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import { applyWeights } from '../apply-weights.ts'
import type { Experiment, ExperimentOptions } from '../experiment.ts'
import { type Laboratory, openLaboratory } from '../laboratory.ts'
import { measurePace } from '../measure-pace.ts'
import { type Asked, type Gaps, gapsOf, intervalsOf } from '../observe-intervals.ts'
import { playLoad } from '../play-load.ts'
import type { RecordedLoad } from '../record-load.ts'
import { askedAbout } from './asked-about.ts'
import { type Decision, decideWeights } from './decide-weights.ts'
import { observeLoad, tableHost } from './observe-table.ts'
import type { Paper0Result } from './paper0-result.ts'
import { showPaper0 } from './show-paper0.ts'
import { nameOf, tableLoad } from './table-load.ts'

/** The paper's interval 5, the first one with too much load for the targets. */
const FIRST_OVERLOADED = 4
/** "50 % more credit" for VM1, in the paper's words. */
const PUBLISHED = { weights: Object.fromEntries(raised.map((weight, vm) => [nameOf(vm), weight])) }
const ALONE_SECONDS = 14

/** Table 3 on a real host: recorded, analysed, re-weighted and recorded again. */
export const paper0: Experiment = async (options) => {
  const load = tableLoad(table3, options)
  options.log('Booting a Xen host and the product')
  const laboratory = await openLaboratory(tableHost, { logs: true })
  try {
    return showPaper0(await play(laboratory, load, options))
  } finally {
    await laboratory.stop()
  }
}

async function play(
  laboratory: Laboratory,
  load: PlannedLoad,
  options: ExperimentOptions,
): Promise<Paper0Result> {
  const { scale, seed, log, keep } = options
  const asked = askedAbout(load)
  const pace = await measurePace(laboratory.host, load)
  log(`Under the busiest load, a second of the host takes ${pace.toFixed(1)} s`)
  const record = (name: string) => observeLoad(laboratory, load, { name, pace }, options)
  const before = await record('before')
  const alone = await playAlone(laboratory, load)
  const decision = await decide(laboratory, before.recorded, load, asked)
  const { intervals } = before
  const result: Paper0Result = { scale, seed, pace, before: intervals, alone, decision, after: [] }
  for (const [name, wish] of [
    ['decided', decision.wish],
    ['published', PUBLISHED],
  ] as const) {
    keep(result)
    const { weights, statement } = await applyWeights(laboratory, wish)
    log(`${JSON.stringify(weights)}: ${statement}`)
    const { intervals } = await record(name)
    result.after.push({ name, weights, statement, intervals })
  }
  keep(result)
  return result
}

/** The load of VM1 in interval 5, with nothing beside it: a dedicated server in figure 1. */
async function playAlone({ host }: Laboratory, load: PlannedLoad): Promise<Gaps> {
  const { requestsPerSecond } = load.phases[FIRST_OVERLOADED]!
  const name = nameOf(0)
  const phase = {
    durationSeconds: ALONE_SECONDS,
    requestsPerSecond: { [name]: requestsPerSecond[name]! },
  }
  const alone = { ...load, phases: [phase] }
  const played = await playLoad(host, alone)
  return gapsOf(played, name, intervalsOf(played, alone)[0]!)
}

function decide(
  laboratory: Laboratory,
  recorded: RecordedLoad,
  load: PlannedLoad,
  asked: Asked,
): Promise<Decision> {
  const overloaded = intervalsOf(recorded, load).slice(FIRST_OVERLOADED)
  return decideWeights(laboratory, recorded.upload.id, {
    fromEpochSeconds: overloaded[0]!.fromEpochSeconds,
    toEpochSeconds: overloaded.at(-1)!.toEpochSeconds,
    ...asked,
  })
}
