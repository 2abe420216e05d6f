import { createHash } from 'node:crypto'
import { hashAuditEvent } from './audit-hash.ts'
import type { ExportManifest } from './export-audit-events.ts'
import { isSigned } from './signature.ts'

export interface ExportReport {
  events: number
  publicKey: string | null
  /** What is wrong, or null. */
  problem: string | null
}

/**
 * Verifies an export without a database: the chain of hashes, and the signature over all of it.
 * @param trustedKey the installation's public key; without it, compare the one in the report
 */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  trustedKey?: string,
): Promise<ExportReport> {
  const sha256 = createHash('sha256')
  let events = 0
  let previous: { sequence: number; hash: string } | undefined
  for await (const line of lines) {
    const value = parsed(line)
    if (value === null) return report(`Line ${events + 1} is not JSON.`)
    if (value.manifest) {
      return report(
        faultOfManifest(value, sha256.digest('hex'), events, trustedKey),
        value.publicKey,
      )
    }
    const row = { ...value, at: new Date(value.at) }
    if (Number.isNaN(row.at.getTime()) || hashAuditEvent(row) !== row.hash) {
      return report(`Event ${row.sequence} was altered.`)
    }
    if (previous && row.prevHash !== previous.hash) {
      return report(`Event ${row.sequence} does not follow event ${previous.sequence}.`)
    }
    sha256.update(`${line}\n`)
    events += 1
    previous = row
  }
  return report('The export is cut: its last line, the manifest, is missing.')

  function report(problem: string | null, publicKey: string | null = null): ExportReport {
    return { events, publicKey, problem }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a line from a file, of which nothing is known yet
function parsed(line: string): any {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function faultOfManifest(
  trailer: { manifest: ExportManifest; publicKey: string; signature: string },
  sha256: string,
  events: number,
  trustedKey: string = trailer.publicKey,
): string | null {
  const { manifest, signature } = trailer
  if (!isSigned(manifest, signature, trustedKey)) return 'The signature is wrong.'
  if (manifest.events !== events || manifest.sha256 !== sha256) {
    return `Events were added or removed: the manifest names ${manifest.events}, there are ${events}.`
  }
  return null
}
