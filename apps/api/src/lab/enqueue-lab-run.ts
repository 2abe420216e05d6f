import type { LabQuestion } from '@steelyard/contract'
import { type Actor, isSystem } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Prisma, Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { runLabKind } from './run-lab.kind.ts'

/** Within the caller's transaction, which holds the analysis. */
export async function enqueueLabRun(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  actor: Actor,
  {
    question,
    replications,
    ...of
  }: {
    analysisId: string | null
    question: LabQuestion
    replications: number
    createdById: string | null
  },
): Promise<{ id: string }> {
  const { id } = await tx.labRun.create({
    data: { ...of, kind: question.kind, question: question as Prisma.InputJsonObject },
  })
  const { id: jobId } = await queue.enqueue(
    tx,
    runLabKind,
    { labRunId: id, replications },
    {
      subject: { kind: 'lab-run', id },
      createdById: actor.principal.userId,
      inBackground: isSystem(actor),
    },
  )
  await tx.labRun.update({ where: { id }, data: { jobId } })
  await audit(tx, actor, {
    action: 'lab-run.create',
    target: { kind: 'lab-run', id },
    detail: { question, replications },
  })
  return { id }
}
