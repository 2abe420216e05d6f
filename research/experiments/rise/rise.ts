import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { betweenMarkers, KeptLines } from '../../../bench/index.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'
import type { Experiment } from '../experiment.ts'
import { playRun } from './play-run.ts'
import { CONTENDERS, nextRun, type RiseRun, type WishedRun } from './rise-result.ts'
import { KEPT_RISE, showRise } from './show-rise.ts'

/**
 * Table 3’s load rises on a real host that is left alone, looked after by SandPiper’s rule, or by the
 * product. Each call plays the next run that is missing, and puts all that stand into docs/explanation/loop.md.
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
  const play = (wished: WishedRun) =>
    kept.of(
      () => false,
      () => playRun(wished, { scale, seed: seed + wished.run - 1, log }),
    )
  const shown = showRise(next ? [...kept.all, await play(next)] : kept.all)
  if (whole && !out) intoDocument(shown)
  return shown
}

function intoDocument(shown: string): void {
  const document = inRoot('docs/explanation/loop.md')
  writeFileSync(document, betweenMarkers(readFileSync(document, 'utf8'), 'rise', shown))
}
