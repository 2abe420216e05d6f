import type { Db } from '../db.ts'
import type { Deps } from '../deps.ts'
import { readsLane } from './lanes.ts'
import type { readWithDb } from './read-with-db.ts'

/** A function that reads and computes, and the file that has it. */
interface Read<Act extends Reading> {
  module: URL
  name: string
  question: Parameters<Act>[1]
}

type Reading = (db: Db, question: never) => Promise<unknown>

/**
 * Answers a read in a thread that has a connection of its own: with as much as can be stored, it
 * would hold up all other requests.
 * @throws AppError as the lane does, and what the function throws
 */
export function readInThread<Act extends Reading>(
  { config }: Pick<Deps, 'config'>,
  { module, name, question }: Read<Act>,
  lane = readsLane,
): Promise<Awaited<ReturnType<Act>>> {
  return lane.run<typeof readWithDb<Awaited<ReturnType<Act>>>>({
    module: new URL('./read-with-db.ts', import.meta.url),
    name: 'readWithDb',
    question: { databaseUrl: config.databaseUrl, module: module.href, name, question },
  })
}
