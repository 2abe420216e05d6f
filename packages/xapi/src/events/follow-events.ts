import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { XapiPool } from '../session/xapi-pool.ts'
import { isContactLost, XapiError } from '../xapi-error.ts'

/** The classes that can be followed. A class that XAPI does not know, it never reports, and never says so. */
export const EVENT_CLASSES = [
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

export interface PoolEvent {
  className: string
  operation: 'added' | 'changed' | 'removed'
  /** XAPI's opaque reference of the object. */
  reference: string
}

/**
 * Why the pool has to be read anew, whatever the events say:
 * `start` (it was not read yet), `session-ended`, `coordinator-changed`, `token-refused`,
 * `no-answer` (the call hung, or nobody could be reached)
 */
export type ReadAnew =
  | 'start'
  | 'session-ended'
  | 'coordinator-changed'
  | 'token-refused'
  | 'no-answer'

export interface EventBatch {
  /** From where `followEvents` goes on later. */
  token: string
  /** Several changes of one object are one event; what came and went in between is none. */
  events: PoolEvent[]
  /** Not null: read the pool now, then go on. The token is older than that reading. */
  readAnew: ReadAnew | null
}

export interface FollowOptions {
  classes?: readonly EventClass[]
  /** Where an earlier batch ended. Without it the first batch says `start`. */
  token?: string
  /** How long XAPI holds the answer back where nothing happens. Default 60 s. */
  waitSeconds?: number
  /** Pause after nobody could be reached. Default 5 s. */
  pauseSeconds?: number
  signal?: AbortSignal
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
 * Follows what changes in a pool, until the signal ends it or the caller leaves the loop. A token is
 * taken before the pool is read, so that nothing is missed in between; where events may have been
 * missed, a batch asks for another reading in place of guessing.
 *
 * @throws XapiError `unknown-class` at once, and what a person has to settle: `auth-failed`,
 *   `certificate-changed`, `coordinator-not-pinned`, `permission-denied`
 */
export async function* followEvents(
  pool: XapiPool,
  options: FollowOptions = {},
): AsyncGenerator<EventBatch, void> {
  const { waitSeconds = 60, pauseSeconds = 5, signal } = options
  const classes = checkedClasses(options.classes ?? EVENT_CLASSES)
  let token = options.token ?? null
  let readAnew: ReadAnew = 'start'
  while (!signal?.aborted) {
    try {
      if (token === null) {
        token = await takeToken(pool, signal)
        yield { token, events: [], readAnew }
      }
      const found = await eventsSince(pool, token, { classes, waitSeconds, signal })
      token = found.token
      if (found.events.length > 0) yield { ...found, readAnew: null }
    } catch (error) {
      if (signal?.aborted) return
      readAnew = reasonToReadAnew(error)
      token = null
      if (readAnew === 'no-answer')
        await sleep(pauseSeconds * 1000, undefined, { signal }).catch(() => {})
    }
  }
}

/**
 * Asks once what has changed since a token.
 * @throws XapiError, after any of which the pool has to be read anew
 */
export async function eventsSince(
  pool: XapiPool,
  token: string,
  {
    classes = EVENT_CLASSES,
    waitSeconds = 0,
    signal,
  }: Pick<FollowOptions, 'classes' | 'waitSeconds' | 'signal'> = {},
): Promise<Pick<EventBatch, 'token' | 'events'>> {
  const params = [checkedClasses(classes), token, waitSeconds]
  const found = await pool.call('event.from', params, batch, {
    // A call of events was seen to hang for ever, so it ends by a time of ours.
    seconds: waitSeconds + pool.callSeconds,
    // Under another session the token may be one of another coordinator's.
    mayRepeat: false,
    signal,
  })
  return { token: found.token, events: found.events.map(eventOf) }
}

/** Makes XAPI count an event now, and gives the token of before whatever is read after it. */
export async function takeToken(pool: XapiPool, signal?: AbortSignal): Promise<string> {
  const pools = await pool.call('pool.get_all', [], z.array(z.string()), { signal })
  const token = z.string().regex(/^\d+,\d+$/)
  return pool.call('event.inject', ['pool', pools[0] ?? ''], token, { signal })
}

function reasonToReadAnew(error: unknown): ReadAnew {
  if (!(error instanceof XapiError)) throw error
  if (error.code === 'session-ended') return 'session-ended'
  if (error.xapiCode === 'HOST_IS_SLAVE') return 'coordinator-changed'
  if (error.xapiCode === 'EVENT_FROM_TOKEN_PARSE_FAILURE') return 'token-refused'
  if (isContactLost(error) || error.code === 'no-coordinator') return 'no-answer'
  throw error
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
