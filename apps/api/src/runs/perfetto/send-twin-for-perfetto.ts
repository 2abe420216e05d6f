import type { AskedHost } from '@steelyard/analysis'
import { TwinError } from '@steelyard/simulator'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { unprocessable } from '../../errors.ts'
import { beginDownload } from '../../http/begin-download.ts'
import { runInThread } from '../../threads/run-in-thread.ts'
import { Gate } from '../../uploads/gate.ts'
import { cannotPlay } from '../cannot-play.ts'
import { loadHostToPlay } from '../load-host-to-play.ts'
import { loadRun } from '../run-row.ts'
import { storedQuestion } from '../stored-question.ts'
import type { ShownPlay } from './twin-for-perfetto.ts'

/** Playing uses a processor, which other requests need too. */
const gate = new Gate({ places: 1, patienceMs: 30_000 })

interface Asked {
  analysisId: string
  /** Null for the host as it was analysed. */
  asked: AskedHost | null
  seconds: number
}

/**
 * Plays the beginning of what an analysis has played, in a thread of its own, and sends it.
 * @throws AppError `busy`, `twin-cannot-play`; as `loadHostToPlay` does
 */
export async function sendTwinForPerfetto(
  { db }: Pick<Deps, 'db'>,
  reply: FastifyReply,
  { analysisId, asked, seconds }: Asked,
): Promise<void> {
  const { known, arrivals } = await loadHostToPlay(db, analysisId)
  const play = { host: { known, arrivals }, asked, seconds }
  const pieces = await gate.run(() => playInThread(play)).catch(cannotPlay)
  beginDownload(reply, 'application/octet-stream', `twin-${analysisId}.pftrace`)
  for (const piece of pieces) reply.raw.write(piece)
  reply.raw.end()
}

/**
 * The same of what a what-if question has played.
 * @throws AppError `run-not-found`, `not-a-what-if`; as `sendTwinForPerfetto` does
 */
export async function sendRunForPerfetto(
  deps: Pick<Deps, 'db'>,
  reply: FastifyReply,
  { id, seconds }: { id: string; seconds: number },
): Promise<void> {
  const question = storedQuestion(await loadRun(deps.db, id))
  if (question.kind !== 'what-if') throw notOneHost()
  const { analysisId, asked } = question
  await sendTwinForPerfetto(deps, reply, { analysisId, asked, seconds })
}

type Said = Pick<TwinError, 'code' | 'message' | 'details'>

function playInThread(question: ShownPlay): Promise<Uint8Array[]> {
  return runInThread({
    module: new URL('./twin-for-perfetto.ts', import.meta.url),
    name: 'twinForPerfetto',
    question,
    knownError: 'TwinError',
    revive: ({ code, message, details }: Said) => new TwinError(code, message, details),
  })
}

function notOneHost() {
  return unprocessable(
    'not-a-what-if',
    'Only the run of a what-if question has one host to show. Ask for the analysis instead.',
  )
}
