import { ApiFailure } from '../state/api-failure.ts'
import { type ApiRecord, generationOf, type Value } from '../state/database.ts'
import type { CallContext } from './call-context.ts'
import { moveDomain } from './move-domain.ts'

/** What is known of a call beside its parameters. */
export interface CallFacts {
  /** The task that it runs as; of a call that somebody waits for, one of its own. */
  task: string
  cancelled: AbortSignal
}

export type Handler = (
  context: CallContext,
  params: Value[],
  facts: CallFacts,
) => Value | Promise<Value>

/** What the calls of one kind do, beside those that every class has. */
export const HANDLERS: Record<string, Handler> = {
  'event.inject': ({ state }, [className, reference]) => {
    const known = { pool: 'pool', host: 'host', vm: 'VM' }[String(className).toLowerCase()]
    if (!known || !state.database.has(known, String(reference)))
      throw new ApiFailure('HANDLE_INVALID', String(className), String(reference))
    state.database.change(known, String(reference), {})
    return state.database.token
  },
  'event.from': async (context, [classes, token, seconds], { cancelled }) => {
    const { database } = context.state
    const since = generationOf(String(token))
    const until = Date.now() + Number(seconds) * 1000
    for (;;) {
      if (context.faults.areEventsHanging) await new Promise(() => {})
      const batch = database.eventsSince(since, classes as string[])
      const left = (until - Date.now()) / 1000
      if (batch.events.length > 0 || left <= 0 || cancelled.aborted) return { ...batch }
      await database.nextChange(left, cancelled)
    }
  },
  'task.create': ({ state }, [name, description]) =>
    state.database.add('task', {
      name_label: name!,
      name_description: description!,
      status: 'pending',
      progress: 0,
    }),
  'task.cancel': ({ tasks }, [task]) => nothing(tasks.cancel(String(task))),
  'task.destroy': ({ state }, [task]) => nothing(state.database.remove('task', String(task))),
  'pool.add_to_other_config': ({ state }, [pool, key, value]) =>
    addTo(state, 'pool', pool, 'other_config', key, value),
  'pool.remove_from_other_config': ({ state }, [pool, key]) =>
    removeFrom(state, 'pool', pool, 'other_config', key),
  'host.enable': ({ state }, [host]) =>
    nothing(state.database.change('host', String(host), { enabled: true })),
  'host.disable': ({ state }, [host]) =>
    nothing(state.database.change('host', String(host), { enabled: false })),
  'host.compute_free_memory': ({ state }, [host]) => state.freeBytes(String(host)),
  'VM.get_by_name_label': ({ state }, [name]) =>
    state.database
      .all('VM')
      .filter(([, record]) => record.name_label === name)
      .map(([reference]) => reference),
  'VM.set_name_description': ({ state }, [guest, text]) =>
    nothing(state.database.change('VM', String(guest), { name_description: text! })),
  'VM.set_VCPUs_params': ({ state }, [guest, params]) =>
    nothing(state.database.change('VM', String(guest), { VCPUs_params: params! })),
  'VM.add_to_VCPUs_params': ({ state }, [guest, key, value]) =>
    addTo(state, 'VM', guest, 'VCPUs_params', key, value),
  'VM.remove_from_VCPUs_params': ({ state }, [guest, key]) =>
    removeFrom(state, 'VM', guest, 'VCPUs_params', key),
  'VM.add_to_VCPUs_params_live': ({ state }, [guest]) => {
    assertRunning(state, String(guest))
    throw new ApiFailure('NOT_IMPLEMENTED', 'add_to_VCPUs_params_live')
  },
  'VM.add_to_blocked_operations': ({ state }, [guest, operation, reason]) => {
    addTo(state, 'VM', guest, 'blocked_operations', operation, reason)
    return nothing(state.refresh(String(guest)))
  },
  'VM.remove_from_blocked_operations': ({ state }, [guest, operation]) => {
    removeFrom(state, 'VM', guest, 'blocked_operations', operation)
    return nothing(state.refresh(String(guest)))
  },
  'VM.get_possible_hosts': ({ state }, [guest]) => state.possibleHosts(String(guest)),
  'VM.assert_agile': ({ state }, [guest]) => {
    const local = state
      .storagesOf(String(guest))
      .find((storage) => state.database.get('SR', storage).shared !== true)
    if (local) throw new ApiFailure('HA_CONSTRAINT_VIOLATION_SR_NOT_SHARED', local)
    return ''
  },
  'VM.assert_can_boot_here': ({ state }, [guest, host]) =>
    nothing(state.assertCanRun(String(guest), String(host))),
  'VM.pool_migrate': async (context, [guest, host], { task, cancelled }) =>
    nothing(await moveDomain(context, String(guest), String(host), task, cancelled)),
  'VM.pause': ({ state }, [guest]) => {
    assertRunning(state, String(guest))
    state.database.change('VM', String(guest), { power_state: 'Paused' })
    return nothing(state.refresh(String(guest)))
  },
  'VM.unpause': ({ state }, [guest]) => {
    state.database.change('VM', String(guest), { power_state: 'Running' })
    return nothing(state.refresh(String(guest)))
  },
  'VM.clean_shutdown': ({ state }, [guest]) => {
    assertRunning(state, String(guest))
    return nothing(state.halt(String(guest)))
  },
  'VM.get_data_sources': ({ state, roundRobin }, [guest]) => {
    assertRunning(state, String(guest))
    return roundRobin.sourcesOf(String(guest)).map((name) => ({
      name_label: name,
      name_description: name,
      enabled: roundRobin.isRecorded(String(guest), name),
      standard: !name.startsWith('run'),
      units: name === 'memory' ? 'B' : '(fraction)',
      min: 0,
      max: 1,
      value: 0,
    }))
  },
  'VM.record_data_source': ({ state, roundRobin }, [guest, name]) => {
    assertRunning(state, String(guest))
    try {
      roundRobin.record(String(guest), String(name))
    } catch (error) {
      throw new ApiFailure('INTERNAL_ERROR', (error as Error).message)
    }
    return ''
  },
  'VM.forget_data_source_archives': ({ roundRobin }, [guest, name]) =>
    nothing(roundRobin.forget(String(guest), String(name))),
}

/** XAPI answers an empty text where a call has no result. */
function nothing(_: unknown): Value {
  return ''
}

type State = CallContext['state']

function addTo(
  { database }: State,
  className: string,
  reference: Value | undefined,
  field: string,
  key: Value | undefined,
  value: Value | undefined,
): Value {
  const entries = database.get(className, String(reference))[field] as ApiRecord
  if (String(key) in entries)
    throw new ApiFailure(
      'MAP_DUPLICATE_KEY',
      className,
      field.replace('_', '__'),
      String(reference),
      String(key),
    )
  database.change(className, String(reference), { [field]: { ...entries, [String(key)]: value! } })
  return ''
}

function removeFrom(
  { database }: State,
  className: string,
  reference: Value | undefined,
  field: string,
  key: Value | undefined,
): Value {
  const entries = database.get(className, String(reference))[field] as ApiRecord
  const { [String(key)]: _, ...others } = entries
  database.change(className, String(reference), { [field]: others })
  return ''
}

function assertRunning({ database }: State, guest: string): void {
  const { power_state } = database.get('VM', guest)
  if (power_state !== 'Running')
    throw new ApiFailure('VM_BAD_POWER_STATE', guest, 'running', String(power_state).toLowerCase())
}
