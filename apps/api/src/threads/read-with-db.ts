import { createDb, type Db } from '../db.ts'

let opened: { databaseUrl: string; db: Db } | undefined

/** Calls a function of a module with this thread's connection. */
export async function readWithDb<Answer>({
  databaseUrl,
  module,
  name,
  question,
}: {
  databaseUrl: string
  module: string
  name: string
  question: unknown
}): Promise<Answer> {
  const { [name]: read } = await import(module)
  return read(await dbOf(databaseUrl), question)
}

/** A process has one database, but tests that share a process have one each. */
async function dbOf(databaseUrl: string): Promise<Db> {
  if (opened?.databaseUrl !== databaseUrl) {
    await opened?.db.$disconnect()
    opened = { databaseUrl, db: createDb(databaseUrl, 1) }
  }
  return opened.db
}
