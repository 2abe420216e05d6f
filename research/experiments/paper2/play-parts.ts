import type { ExperimentOptions } from '../experiment.ts'
import { compareThreads } from './compare-threads.ts'
import type { Ground } from './ground.ts'
import type { Paper2Result } from './paper2-result.ts'
import { PARTS, playPhase } from './play-phase.ts'

const PHASE_SECONDS = 60
const ROUND_SECONDS = 30

/** Follows the advice and then, each time with the same neighbours, compares one thread with two. */
export async function playParts(
  { scale, log, keep }: ExperimentOptions,
  ground: Ground,
): Promise<Paper2Result> {
  const { clients, companion } = ground
  const result: Paper2Result = {
    phases: [],
    comparisons: [],
    answered: 0,
    lost: clients.lost,
    companion: [],
  }
  const note = () => {
    result.answered = clients.answered
    result.companion = companion.log.trim().split('\n')
    keep(result)
  }
  for (const { phases, compared } of PARTS) {
    companion.start()
    for (const phase of phases) {
      log(`Playing the phase “${phase.name}”`)
      result.phases.push(await playPhase(ground, phase, scale * PHASE_SECONDS))
      note()
    }
    await companion.stop()
    log(`Comparing one thread with two, neighbours ${compared}`)
    result.comparisons.push(await compareThreads(ground, compared, scale * ROUND_SECONDS))
    note()
  }
  return result
}
