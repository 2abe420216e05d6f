import path from 'node:path'
import { KeptLines } from '../../lib/kept-lines.ts'
import type { Experiment } from '../experiment.ts'
import { playRun } from './play-run.ts'
import { CONTENDERS, nextRun, type RiseRun } from './rise-result.ts'
import { KEPT_RISE, showRise } from './show-rise.ts'

/**
 * Table 3’s load rises on a real host that is left alone, looked after by SandPiper’s rule, or by the
 * product. Each call plays the next run that is missing, and shows all that stand.
 */
export const rise: Experiment = async ({ scale, seed, out, variant, log }) => {
  const only = CONTENDERS.find((contender) => contender === variant) ?? null
  if (variant !== null && only === null) {
    throw new Error(`rise has the contenders ${CONTENDERS.join(', ')}, and not ${variant}.`)
  }
  // What is played at another length only tries the way.
  const whole = scale === 1 ? KEPT_RISE : undefined
  const kept = new KeptLines<RiseRun>(out ? path.join(out, 'rise.jsonl') : whole)
  const next = nextRun(kept.all, only)
  if (next === null) return showRise(kept.all)
  const played = await kept.of(
    () => false,
    () => playRun(next, { scale, seed: seed + next.run - 1, log }),
  )
  return showRise([...kept.all, played])
}
