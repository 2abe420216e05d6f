import { setTimeout as sleep } from 'node:timers/promises'
import { ApiFailure } from '../state/api-failure.ts'
import { NOTHING } from '../state/database.ts'
import type { CallContext } from './call-context.ts'

/** `VM.pool_migrate`: moves a running guest, or fails as ordered. */
export async function moveDomain(
  context: CallContext,
  guest: string,
  destination: string,
  task: string,
  cancelled: AbortSignal,
): Promise<void> {
  const { state, faults } = context
  const { database } = state
  assertMovable(context, guest, destination)
  const fault = faults.move
  faults.move = null
  const source = String(database.get('VM', guest).resident_on)
  if (fault === 'silent-member') {
    await sleep(context.patienceSeconds * 1000)
    throw new ApiFailure('CANNOT_CONTACT_HOST', destination)
  }
  database.change('VM', guest, {
    current_operations: { [task]: 'pool_migrate' },
    scheduled_to_be_resident_on: destination,
  })
  state.refresh(guest)
  try {
    await sleep((context.moveSeconds * 1000) / 2)
    if (fault === 'hangs') await new Promise(() => {})
    cancelled.throwIfAborted()
    await sleep((context.moveSeconds * 1000) / 2)
    if (fault === 'refused-late')
      throw new ApiFailure('VM_MIGRATE_FAILED', guest, source, destination, 'not enough room')
    if (fault === 'fails-at-last-point') {
      state.endDomain(source, guest)
      throw lastPoint(String(database.get('VM', guest).uuid))
    }
    const domid = state.runDomain(destination, guest)
    if (fault === 'runs-twice') throw lastPoint(String(database.get('VM', guest).uuid))
    state.endDomain(source, guest)
    database.change('VM', guest, { current_operations: {} })
    state.settle(guest, destination, domid)
    if (fault === 'coordinator-changes') changeCoordinator(context)
  } finally {
    database.change('VM', guest, { current_operations: {}, scheduled_to_be_resident_on: NOTHING })
    state.refresh(guest)
  }
}

/** Another host takes over: nobody knows the sessions and tasks of before. */
export function changeCoordinator({ state, sessions, tasks }: CallContext, to?: number): void {
  state.makeCoordinator(to ?? (state.coordinatorIndex + 1) % state.hosts.length)
  sessions.endAll()
  tasks.forgetAll()
}

function assertMovable({ state }: CallContext, guest: string, destination: string): void {
  const { database } = state
  const record = database.get('VM', guest)
  database.get('host', destination)
  if (record.is_control_domain)
    throw new ApiFailure(
      'OPERATION_NOT_ALLOWED',
      'This operation is not allowed on a control domain',
    )
  const blocked = (record.blocked_operations as Record<string, string>).pool_migrate
  if (blocked !== undefined) throw new ApiFailure('OPERATION_BLOCKED', guest, blocked)
  if (record.power_state !== 'Running')
    throw new ApiFailure(
      'VM_BAD_POWER_STATE',
      guest,
      'running',
      String(record.power_state).toLowerCase(),
    )
  const [running] = Object.values(record.current_operations as Record<string, string>)
  if (running !== undefined)
    throw new ApiFailure('OTHER_OPERATION_IN_PROGRESS', 'VM', guest, running)
  state.assertCanRun(guest, destination)
}

function lastPoint(uuid: string): ApiFailure {
  return new ApiFailure(
    'INTERNAL_ERROR',
    `xenopsd internal error: VM.migrate: Failed during Synchronisation point 4. msg: Xenops_interface.Xenopsd_error([S(Does_not_exist);[S(domain);S(${uuid})]])`,
  )
}
