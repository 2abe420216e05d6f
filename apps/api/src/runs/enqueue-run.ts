import { type Actor, isSystem } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { playRunKind } from './play-run.kind.ts'
import { analysisOf, type StoredQuestion } from './stored-question.ts'
import { runQuestion } from './stored-run.ts'

/** Enqueues a run within the caller's transaction, which holds the analysis. */
export async function enqueueRun(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  actor: Actor,
  run: { question: StoredQuestion; replications: number; createdById: string | null },
): Promise<{ id: string }> {
  const { replications, createdById } = run
  const question = runQuestion.write(run.question)
  const { kind } = run.question
  const { id } = await tx.run.create({
    data: { analysisId: analysisOf(run.question), kind, question, createdById },
  })
  const { id: jobId } = await queue.enqueue(
    tx,
    playRunKind,
    { runId: id, replications },
    {
      subject: { kind: 'run', id },
      createdById: actor.principal.userId,
      inBackground: isSystem(actor),
    },
  )
  await tx.run.update({ where: { id }, data: { jobId } })
  await audit(tx, actor, {
    action: 'run.create',
    target: { kind: 'run', id },
    detail: { question, replications },
  })
  return { id }
}
