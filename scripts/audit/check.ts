import { readFileSync } from 'node:fs'
import { checkAnchor, verifyAuditChain } from '@steelyard/api/administration'
import { AuditAnchor } from '@steelyard/contract'
import { withTrail } from './with-trail.ts'

/** Compares an anchor with the database, and verifies the whole chain with the audit key. */
export async function check([file]: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!file) throw new Error('Name the file of the anchor.')
  const anchor = AuditAnchor.parse(JSON.parse(readFileSync(file, 'utf8')))
  const { problem, report } = await withTrail(env, async (db) => ({
    problem: await checkAnchor(db, anchor),
    report: await verifyAuditChain(db),
  }))
  const { firstFault, events, since } = report
  if (problem) console.error(problem)
  if (firstFault)
    console.error(`The chain is not whole: ${firstFault.kind} at ${firstFault.sequence}.`)
  if (problem || firstFault) return false
  console.log(`The trail is whole: ${events} events since ${since}, and the anchor is among them.`)
  return true
}
