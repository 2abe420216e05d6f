import type { Deps } from './deps.ts'
import { importSamples } from './samples/import-samples.ts'
import { cleanUploads } from './uploads/clean-uploads.ts'

/** Often, because files that are announced and never sent keep room reserved. */
const CLEAN_EVERY_MS = 600 * 1000

/** The periodic work of a worker, in addition to its queue. A chore that fails is only logged. */
export function startWorkerChores(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const chore = (name: string, run: () => Promise<void>) =>
    run().catch((err) => {
      if (!stopping.signal.aborted) deps.log.error({ err, chore: name }, 'a chore failed')
    })
  const samples = deps.config.importSamples
    ? chore('import-samples', () => importSamples(deps, stopping.signal))
    : Promise.resolve()
  let cleaning = chore('clean-uploads', () => cleanUploads(deps))
  const timer = setInterval(() => {
    cleaning = chore('clean-uploads', () => cleanUploads(deps))
  }, CLEAN_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all([samples, cleaning])
    },
  }
}
