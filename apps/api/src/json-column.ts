import { z } from 'zod'
import type { Prisma } from './db.ts'
import { AppError } from './errors.ts'

/** What a JSON column holds: written with its type, and checked when it is read. */
interface JsonColumn<T> {
  /** @throws AppError `stored-unreadable`, or the column's own */
  read(json: unknown): T
  /**
   * Null stays null.
   * @throws AppError as `read`
   */
  readIfAny(json: unknown): T | null
  write(value: T): Prisma.InputJsonValue
}

/**
 * @param what it is, as an operator calls it
 * @param shape the parts that readers reach into; the whole type is where it is made. Where the form
 *   has changed, each of its forms, told apart by their version.
 * @param refused the code and message of the error, where an operator can do something about it
 */
export function jsonColumn<T extends object>(
  what: string,
  shape: z.ZodType,
  refused?: Refusal,
): JsonColumn<T> {
  const read = (json: unknown) => {
    checked(shape, json, refused ?? refusalOf(what, json))
    return json as T
  }
  return {
    read,
    readIfAny: (json) => (json === null || json === undefined ? null : read(json)),
    write: (value) => value as Prisma.InputJsonValue,
  }
}

function refusalOf(what: string, json: unknown): Refusal {
  const version = versionOf(json)
  const why =
    version === undefined
      ? 'this version of Steelyard expects another form.'
      : `it was stored in form ${String(version)}, and this version of Steelyard expects another. Run the version that stored it.`
  return {
    code: 'stored-unreadable',
    message: `What is stored as ${what} cannot be read: ${why}`,
  }
}

/** The version of what was stored before there were versions. */
export const UNVERSIONED = { version: z.undefined().optional() }

/** What an operator is told where something stored cannot be read. */
interface Refusal {
  code: string
  message: string
}

/**
 * What is stored as a schema reads it, with its defaults and without what it does not name.
 * @throws AppError as `refused` says
 */
export function checked<T>(schema: z.ZodType<T>, json: unknown, { code, message }: Refusal): T {
  const { success, data, error } = schema.safeParse(json)
  if (success) return data
  throw new AppError('conflict', message, { code, internal: error.message, cause: error })
}

/** Undefined for what was stored before there were versions. */
export function versionOf(json: unknown): unknown {
  return (json as { version?: unknown } | null)?.version
}

/** Whether a later version of Steelyard stored it. Where lists show it, it must not hide the others. */
export function isToCome(version: unknown, newest: number): boolean {
  return version !== undefined && version !== newest
}
