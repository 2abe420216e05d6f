import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientLeft } from '../../http/client-left.ts'
import { Written } from '../../http/written.ts'
import { requestsLane } from '../../threads/lanes.ts'
import { toAppError } from '../trace-trouble.ts'
import { loadUpload } from '../upload-row.ts'
import type { AskedPart, TracedQuestion } from './traced-guest.ts'
import { tracedSourcesOf } from './traced-sources.ts'

/** The questions about the requests in part of a trace, by the file that answers each. */
const ANSWERS = {
  listTracedRequests: new URL('./list-traced-requests.ts', import.meta.url),
  getRequestLife: new URL('./get-request-life.ts', import.meta.url),
  compareTracedRequests: new URL('./compare-traced-requests.ts', import.meta.url),
}

/**
 * Asks the thread that keeps the parts. It writes the answer out as well, since a list may have some
 * hundred thousand requests.
 * @throws AppError `upload-not-found`; as `tracedSourcesOf`, `requestsLane` and the answers do
 */
export async function askTracedPart<Asked extends AskedPart>(
  deps: Pick<Deps, 'db' | 'config'>,
  reply: FastifyReply,
  name: keyof typeof ANSWERS,
  uploadId: string,
  asked: Asked,
): Promise<Written> {
  const part = { fromSeconds: asked.fromSeconds, toSeconds: asked.fromSeconds + asked.seconds }
  const traced = tracedSourcesOf(deps.config, await loadUpload(deps.db, uploadId), part)
  const json = await requestsLane
    .run<(question: TracedQuestion<Asked>) => Promise<Uint8Array>>(
      { module: ANSWERS[name], name, question: { ...traced, asked } },
      clientLeft(reply),
    )
    .catch((error: unknown) => {
      throw toAppError(error)
    })
  return new Written(json)
}
