import { mergeChanges } from './changes.ts'
import type { Deps } from './deps.ts'
import { every } from './every.ts'
import { stepCaps } from './loop/caps/step/step-caps.ts'
import { type LookedAt, stepHosts } from './loop/step/step-hosts.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { decidePools } from './pool-advice/decide-pools.ts'
import { judgeMoves } from './pool-advice/judge-moves.ts'
import { undoWorseMoves } from './pool-moves/undo-worse-moves.ts'
import { importSamples } from './samples/import-samples.ts'
import { cleanUploads } from './uploads/clean-uploads.ts'
import { coolWindows } from './windows/cold/cool-windows.ts'

/** Often, because files that are announced and never sent keep room reserved. */
const CLEAN_EVERY_MS = 10 * MINUTE_MS
/** Windows of observations come every ten seconds. */
const STEP_EVERY_MS = 3000

/** The periodic work of a worker, in addition to its queue. A chore that fails is only logged. */
export function startWorkerChores(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const lookedAt: LookedAt = new Map()
  const samples = deps.config.importSamples
    ? importSamples(deps, stopping.signal).catch((err) => {
        if (!stopping.signal.aborted)
          deps.log.error({ err, chore: 'import-samples' }, 'a chore failed')
      })
    : Promise.resolve()
  const chores = [
    every(deps, MINUTE_MS, 'merge-changes', () => mergeChanges(deps.db)),
    every(deps, MINUTE_MS, 'judge-moves', () => judgeMoves(deps)),
    every(deps, MINUTE_MS, 'undo-worse-moves', () => undoWorseMoves(deps)),
    every(deps, CLEAN_EVERY_MS, 'clean-uploads', () => cleanUploads(deps)),
    every(deps, HOUR_MS, 'cool-windows', () => coolWindows(deps, stopping.signal)),
    every(deps, STEP_EVERY_MS, 'step-hosts', () => stepHosts(deps, stopping.signal, lookedAt)),
    every(deps, STEP_EVERY_MS, 'decide-pools', () => decidePools(deps, stopping.signal)),
    every(deps, STEP_EVERY_MS, 'step-caps', () => stepCaps(deps, stopping.signal)),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all([samples, ...chores.map((stop) => stop())])
    },
  }
}
