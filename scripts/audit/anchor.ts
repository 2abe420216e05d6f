import { makeAnchor } from '@steelyard/api/administration'
import { withTrail } from './with-trail.ts'

/** Prints the newest event, signed, for keeping where nobody can reach both it and the database. */
export async function anchor(_: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  console.log(JSON.stringify(await withTrail(env, makeAnchor), null, 2))
  return true
}
