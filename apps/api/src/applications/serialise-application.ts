import type { Application, ApplicationState, ApplicationStep } from '@steelyard/contract'
import type { ApplicationStep as XenStep } from '@steelyard/xen'
import type { ApplicationRow } from './application-row.ts'
import type { Ending } from './ending.ts'
import { stepText } from './step-text.ts'

/** @param undoable ids from `rollbackCandidates` */
export function serialiseApplication(
  row: ApplicationRow,
  undoable: ReadonlySet<string>,
): Application {
  const ending = row.result as unknown as Ending | null
  return {
    id: row.id,
    kind: row.kind as Application['kind'],
    planId: row.planId,
    hostId: row.hostId,
    hostName: row.host.name,
    rollbackOfId: row.rollbackOfId,
    state: row.state as ApplicationState,
    requestedBy: row.requestedBy,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    steps: row.steps.map(serialiseStep),
    readBack: ending?.readBack ?? [],
    alsoRead: ending?.alsoRead ?? [],
    statement: ending?.statement ?? null,
    trouble: ending?.trouble ?? null,
    canRollBack: undoable.has(row.id),
    jobId: row.jobId,
  }
}

function serialiseStep(row: ApplicationRow['steps'][number]): ApplicationStep {
  const step = row.detail as unknown as XenStep
  const detail = step.kind === 'rolling-back' ? (step.reason.detail ?? null) : null
  return {
    position: row.position,
    kind: row.kind,
    text: stepText(step),
    command: 'command' in step ? step.command : null,
    state: row.state as ApplicationStep['state'],
    detail,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
