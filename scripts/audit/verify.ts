import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { verifyExport } from '@steelyard/api/verify-export'

/** Verifies an export without a database and without any secret. */
export async function verify([file, publicKey]: string[]): Promise<boolean> {
  if (!file) throw new Error('Name the file of the export.')
  const input = createReadStream(file)
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  const report = await verifyExport(lines, publicKey)
  if (report.problem) {
    console.error(report.problem)
    return false
  }
  console.log(`${report.events} events, unaltered, signed by ${report.publicKey}`)
  if (!publicKey) console.log('Compare that key with the one of your installation.')
  return true
}
