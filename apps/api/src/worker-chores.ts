import type { Deps } from './deps.ts'
import { every } from './every.ts'
import { importSamples } from './samples/import-samples.ts'
import { cleanUploads } from './uploads/clean-uploads.ts'

/** Often, because files that are announced and never sent keep room reserved. */
const CLEAN_EVERY_MS = 600 * 1000

/** The periodic work of a worker, in addition to its queue. A chore that fails is only logged. */
export function startWorkerChores(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const samples = deps.config.importSamples
    ? importSamples(deps, stopping.signal).catch((err) => {
        if (!stopping.signal.aborted)
          deps.log.error({ err, chore: 'import-samples' }, 'a chore failed')
      })
    : Promise.resolve()
  const stopCleaning = every(deps, CLEAN_EVERY_MS, 'clean-uploads', () => cleanUploads(deps))
  return {
    async stop() {
      stopping.abort()
      await Promise.all([samples, stopCleaning()])
    },
  }
}
