import type { AskedHost } from '@steelyard/analysis'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Deps } from '../../deps.ts'
import { unprocessable } from '../../errors.ts'
import { exportLane } from '../../threads/lanes.ts'
import { sendMadeFile } from '../../uploads/room/send-made-file.ts'
import { cannotPlay } from '../cannot-play.ts'
import { loadHostToPlay } from '../load-host-to-play.ts'
import { loadRun } from '../run-row.ts'
import { runQuestion } from '../stored-run.ts'
import type { writeTwin } from './write-twin.ts'

interface Asked {
  analysisId: string
  /** Null for the host as it was analysed. */
  asked: AskedHost | null
  seconds: number
}

/**
 * Plays the beginning of what an analysis has played and sends it.
 * @throws AppError `twin-cannot-play`; as `loadHostToPlay`, `sendMadeFile` and `exportLane` do
 */
export async function sendTwinForPerfetto(
  deps: Deps,
  actor: Actor,
  reply: FastifyReply,
  { analysisId, asked, seconds }: Asked,
): Promise<void> {
  const { known, arrivals } = await loadHostToPlay(deps.db, analysisId)
  const download = { reply, actor, fileName: `twin-${analysisId}.pftrace` }
  await sendMadeFile(deps, download, (place, signal) =>
    exportLane
      .run<typeof writeTwin>(
        {
          module: new URL('./write-twin.ts', import.meta.url),
          name: 'writeTwin',
          question: { place, host: { known, arrivals }, asked, seconds },
        },
        signal,
      )
      .catch(cannotPlay),
  )
}

/**
 * The same of what a what-if question has played.
 * @throws AppError `run-not-found`, `not-a-what-if`; as `sendTwinForPerfetto` does
 */
export async function sendRunForPerfetto(
  deps: Deps,
  actor: Actor,
  reply: FastifyReply,
  { id, seconds }: { id: string; seconds: number },
): Promise<void> {
  const question = runQuestion.read((await loadRun(deps.db, id)).question)
  if (question.kind !== 'what-if') throw notOneHost()
  const { analysisId, asked } = question
  await sendTwinForPerfetto(deps, actor, reply, { analysisId, asked, seconds })
}

function notOneHost() {
  return unprocessable(
    'not-a-what-if',
    'Only the run of a what-if question has one host to show. Ask for the analysis instead.',
  )
}
