// `npm run test:xen` runs the agent and the whole product against real Xen hosts under emulation.
// It builds what is missing, boots, and shuts down. `npm run test:xen -- journey` runs the journey in
// the browser alone, `npm run test:xen -- -t 'host key'` those of the other tests that are named so.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BootedHost } from '../e2e/xen-host/lib/boot.ts'
import { bootHosts, stopHosts } from '../e2e/xen-host/lib/boot-hosts.ts'
import { DRILLS_FILE, drillTable } from '../e2e/xen-host/lib/drill-table.ts'
import { SERVED_HOSTS, writeServedHosts } from '../e2e/xen-host/lib/served-hosts.ts'
import type { HostHandle } from '../e2e/xen-host/lib/xen-host.ts'
import { buildDashboard, generateDatabaseClient } from './lib/build.ts'
import { runPlaywright } from './lib/run-playwright.ts'
import { runVitest } from './lib/run-vitest.ts'
import { type Tally, tellTallies } from './lib/test-report.ts'

const filters = process.argv.slice(2)
const all = filters.length === 0
const journeyOnly = filters[0] === 'journey'

const reports = mkdtempSync(path.join(os.tmpdir(), 'steelyard-reports-'))
const served = path.join(reports, 'hosts.json')
const drills = path.join(reports, 'drills')
const env = { [SERVED_HOSTS]: served, [DRILLS_FILE]: drills }
const tallies: Tally[] = []
let hosts: BootedHost[] = []
try {
  await generateDatabaseClient()
  // Now, because products that are started side by side must not both build it.
  await buildDashboard((message) => console.error(message))
  hosts = await bootHosts(journeyOnly ? ['credit'] : undefined)
  writeServedHosts(
    served,
    hosts.map(({ host }) => host),
  )
  if (all) tallies.push(...(await runAll()))
  else if (journeyOnly) tallies.push(await runJourney())
  else tallies.push(await runVitest('xen', filters, reports, env))
  if (!journeyOnly) console.log(drillTable(drills))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  tallies.push({ passed: 0, failures: ['the Xen hosts could not be tried'] })
} finally {
  await stopHosts(hosts)
  rmSync(reports, { recursive: true, force: true })
}
const { text, failed } = tellTallies(tallies)
console.log(text)
process.exitCode = failed === 0 ? 0 : 1

/** Each host has its own tests; the journey comes after those on the host with the credit scheduler. */
async function runAll(): Promise<Tally[]> {
  const [credit, credit2] = await Promise.all([
    runSuites('credit').then(async (suites) => [suites, await runJourney()]),
    runSuites('credit2'),
  ])
  return [...credit, credit2]
}

function runSuites(scheduler: HostHandle['scheduler']): Promise<Tally> {
  const own = mkdtempSync(path.join(reports, 'suites-'))
  return runVitest('xen', [`${scheduler}.xen.test.ts`], own, env)
}

function runJourney(): Promise<Tally> {
  const config = ['--config', 'e2e/xen-host/playwright.config.ts']
  return runPlaywright('journey', config, reports, { ...env, PLAYWRIGHT_LIST_PRINT_STEPS: '1' })
}
