import { ApiFailure } from '../state/api-failure.ts'
import { newReference, type Value } from '../state/database.ts'
import { rolesFrom } from '../state/roles.ts'
import { xmlOf } from '../wire/xml-rpc.ts'
import type { CallContext } from './call-context.ts'
import { type ApiCall, CALLS } from './call-table.ts'
import { HANDLERS } from './handlers.ts'

const LOGIN = 'session.login_with_password'

export interface Caller {
  /** Index of the host that is called. */
  host: number
  /** Where the coordinator is, as members say. */
  coordinatorAddress: string
  /** Aborted when the caller has gone. */
  gone: AbortSignal
}

/**
 * Answers a call as XAPI does.
 * @throws ApiFailure
 */
export async function answerCall(
  context: CallContext,
  caller: Caller,
  method: string,
  params: Value[],
): Promise<Value> {
  if (method === 'system.listMethods') return methodsOf(context)
  const isAsync = method.startsWith('Async.')
  const name = isAsync ? method.slice('Async.'.length) : method
  const known = methodsOf(context).includes(method) ? CALLS.get(name) : undefined
  if (!known) {
    if (isAsync && CALLS.has(name))
      throw new ApiFailure('Fault', `No async mode for this operation (rpc: ${name})`)
    throw new ApiFailure('MESSAGE_METHOD_UNKNOWN', method)
  }
  assertCount(name, known, params)
  const isMember = caller.host !== context.state.coordinatorIndex
  if (name === LOGIN) {
    if (isMember) throw new ApiFailure('HOST_IS_SLAVE', caller.coordinatorAddress)
    const [user, password, , originator = ''] = params.map(String)
    return context.sessions.logIn(user!, password!, originator)
  }
  const [session, ...rest] = params
  const { account } = context.sessions.get(String(session))
  if (isMember) throw new ApiFailure('HOST_IS_SLAVE', caller.coordinatorAddress)
  const roles = rolesFrom(known.role)
  if (!roles.includes(account.role))
    throw new ApiFailure(
      'RBAC_PERMISSION_DENIED',
      name.toLowerCase(),
      `No permission in user session. (Roles with this permission: ${roles.join(', ')})`,
    )
  for (const [index, type] of known.params.entries()) assertType(type, rest[index])
  if (name === 'session.logout') {
    context.sessions.end(String(session))
    return ''
  }
  const work = (cancelled: AbortSignal, task: string) =>
    perform(context, name, rest, task, cancelled)
  if (!isAsync) return work(caller.gone, newReference())
  const host = context.state.hosts[caller.host]!
  return context.tasks.start(method, host, work, (value) =>
    value === '' ? '<value></value>' : xmlOf(value),
  )
}

/** What `system.listMethods` answers: calls that read fields of one object have no form in the background. */
function methodsOf({ knowsGroups }: CallContext): string[] {
  const names = [...CALLS.keys()].filter((name) => knowsGroups || !name.startsWith('VM_group.'))
  const inBackground = names.filter((name) => HANDLERS[name] && !name.startsWith('event.'))
  return [...names, ...inBackground.map((name) => `Async.${name}`)]
}

async function perform(
  context: CallContext,
  name: string,
  params: Value[],
  task: string,
  cancelled: AbortSignal,
): Promise<Value> {
  const handler = HANDLERS[name]
  if (handler) return handler(context, params, { task, cancelled })
  const { database } = context.state
  const [className, method] = name.split('.') as [string, string]
  if (method === 'get_all') return database.all(className).map(([reference]) => reference)
  if (method === 'get_all_records') return Object.fromEntries(database.all(className))
  if (method === 'get_by_uuid') return database.byUuid(className, String(params[0]))
  const record = database.get(className, String(params[0]))
  return method === 'get_record' ? record : record[method.slice('get_'.length)]!
}

function assertCount(name: string, { params }: ApiCall, given: Value[]): void {
  const count = name === LOGIN ? given.length : given.length - 1
  const least = params.filter((type) => !type.endsWith('?')).length
  if (count < least || count > params.length)
    throw new ApiFailure('MESSAGE_PARAMETER_COUNT_MISMATCH', name, String(least), String(count))
}

function assertType(type: string, value: Value | undefined): void {
  if (type.endsWith('?')) {
    if (value !== undefined) assertType(type.slice(0, -1), value)
    return
  }
  const wrong = (expected: string) =>
    new ApiFailure('INTERNAL_ERROR', `Failure("${expected}, got '${written(value)}'")`)
  if (type.endsWith(' map')) {
    if (typeof value !== 'object' || Array.isArray(value))
      throw new ApiFailure(
        'INTERNAL_ERROR',
        `Failure("Expecting Rpc.Dict, but found '${written(value)}'")`,
      )
  } else if (type.endsWith(' set')) {
    if (!Array.isArray(value)) throw wrong('Expected array')
  } else if (type === 'bool') {
    if (typeof value !== 'boolean') throw wrong('Expected bool')
  } else if (type === 'float') {
    if (typeof value !== 'number') throw wrong('Expected float')
  } else if (typeof value !== 'string') throw wrong('Expected string')
}

/** A value as XAPI prints it within its errors. */
function written(value: Value | undefined): string {
  if (typeof value === 'number') return Number.isInteger(value) ? `I(${value})` : `F(${value})`
  if (typeof value === 'boolean') return `B(${value})`
  if (Array.isArray(value)) return `[${value.map(written).join(';')}]`
  return typeof value === 'string' ? `S(${value})` : '{}'
}
