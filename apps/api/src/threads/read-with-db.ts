import { createDb, type Db } from '../db.ts'

let db: Db | undefined

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
  db ??= createDb(databaseUrl, 1)
  const { [name]: read } = await import(module)
  return read(db, question)
}
