// `npm run test:xen` runs the agent and the whole product against real Xen hosts under emulation.
// It builds what is missing, boots, and shuts down. `npm run test:xen -- -t 'host key'` runs a part.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DRILLS_FILE, drillTable } from '../e2e/xen-host/lib/drill-table.ts'
import { ensureImages } from '../e2e/xen-host/lib/images.ts'
import { generateDatabaseClient } from './lib/build.ts'
import { runVitest } from './lib/run-vitest.ts'
import { type Tally, tellTallies } from './lib/test-report.ts'

const reports = mkdtempSync(path.join(os.tmpdir(), 'steelyard-reports-'))
const drills = path.join(reports, 'drills')
let tally: Tally = { passed: 0, failures: ['the Xen hosts could not be tried'] }
try {
  await ensureImages()
  await generateDatabaseClient()
  tally = await runVitest('xen', process.argv.slice(2), reports, { [DRILLS_FILE]: drills })
  console.log(drillTable(drills))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
} finally {
  rmSync(reports, { recursive: true, force: true })
}
const { text, failed } = tellTallies([tally])
console.log(text)
process.exitCode = failed === 0 ? 0 : 1
