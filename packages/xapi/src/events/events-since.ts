import { z } from 'zod'
import type { XapiPool } from '../session/xapi-pool.ts'
import { XapiError } from '../xapi-error.ts'

/** The classes that can be followed. A class that XAPI does not know, it never reports, and never says so. */
const EVENT_CLASSES = [
  'host',
  'host_metrics',
  'pbd',
  'pool',
  'sr',
  'task',
  'vbd',
  'vdi',
  'vm',
  'vm_group',
  'vm_guest_metrics',
  'vm_metrics',
] as const
export type EventClass = (typeof EVENT_CLASSES)[number]

interface PoolEvent {
  className: string
  operation: 'added' | 'changed' | 'removed'
  /** XAPI's opaque reference of the object. */
  reference: string
}

interface EventBatch {
  /** From where to ask the next time. */
  token: string
  /** Several changes of one object are one event; what came and went in between is none. */
  events: PoolEvent[]
}

const batch = z.object({
  token: z.string().min(1),
  events: z.array(
    z.object({
      class: z.string(),
      operation: z.enum(['add', 'mod', 'del']),
      ref: z.string(),
    }),
  ),
})

const OPERATIONS = { add: 'added', mod: 'changed', del: 'removed' } as const

/**
 * Asks once what has changed in a pool since a token.
 *
 * @throws XapiError `unknown-class` before anything is asked; after any other, read the pool anew
 */
export async function eventsSince(
  pool: XapiPool,
  token: string,
  {
    classes = EVENT_CLASSES,
    signal,
  }: { classes?: readonly EventClass[]; signal?: AbortSignal } = {},
): Promise<EventBatch> {
  // XAPI is told not to wait for events. Such a call was seen to hang all the same.
  const found = await pool.call('event.from', [checkedClasses(classes), token, 0], batch, {
    // Under another session the token may be one of another coordinator's.
    mayRepeat: false,
    signal,
  })
  return { token: found.token, events: found.events.map(eventOf) }
}

/**
 * Makes XAPI count an event now, and gives the token of before whatever is read after it: so nothing
 * is missed between a reading and the events after it.
 */
export async function takeToken(pool: XapiPool, signal?: AbortSignal): Promise<string> {
  const pools = await pool.call('pool.get_all', [], z.array(z.string()), { signal })
  const token = z.string().regex(/^\d+,\d+$/)
  return pool.call('event.inject', ['pool', pools[0] ?? ''], token, { signal })
}

function eventOf({ class: className, operation, ref }: z.infer<typeof batch>['events'][number]) {
  return {
    className: className.toLowerCase(),
    operation: OPERATIONS[operation],
    reference: ref,
  }
}

function checkedClasses<C extends string>(classes: readonly C[]): readonly C[] {
  const unknown = classes.find((each) => !(EVENT_CLASSES as readonly string[]).includes(each))
  if (unknown === undefined && classes.length > 0) return classes
  throw new XapiError(
    'unknown-class',
    `XAPI would never report events of ${unknown ?? 'no class'}.`,
  )
}
