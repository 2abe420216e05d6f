import type { Application, ApplicationState, ApplicationStep } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { applicationStep } from '../stored-changes.ts'
import type { ApplicationRow } from './application-row.ts'
import { presentResult } from './present-result.ts'

/** @param undoable ids from `rollbackCandidates` */
export function serialiseApplication(
  row: ApplicationRow,
  undoable: ReadonlySet<string>,
): Application {
  const shown = row.result === null ? null : presentResult(row.result)
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
    readBack: shown?.readBack ?? [],
    alsoRead: shown?.alsoRead ?? [],
    statement: shown?.statement ?? null,
    trouble: shown?.trouble ?? null,
    canRollBack: undoable.has(row.id),
    jobId: row.jobId,
  }
}

function serialiseStep(row: ApplicationRow['steps'][number]): ApplicationStep {
  const step = applicationStep.read(row.detail)
  const detail = step.kind === 'rolling-back' ? (step.reason.detail ?? null) : null
  return {
    position: row.position,
    kind: row.kind,
    text: words.applications.step(step),
    command: 'command' in step ? step.command : null,
    state: row.state as ApplicationStep['state'],
    detail,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
