// `npm run test:xen` runs the agent and the whole product against real Xen hosts under emulation.
// It builds what is missing, boots the hosts, and shuts them down. `npm run test:xen -- journey`
// runs only the browser journey, `npm run test:xen -- loop` only the loop, which takes too long to run
// with the others, `npm run test:xen -- experiments` only those on a hypervisor of our own,
// `npm run test:xen -- moves` only moves between two hosts, and
// `npm run test:xen -- -t 'host key'` only the tests with such a name.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildDashboard, generateDatabaseClient } from '../../scripts/lib/build.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { runPlaywright } from '../../scripts/lib/testing/run-playwright.ts'
import { runVitest } from '../../scripts/lib/testing/run-vitest.ts'
import { summariseTallies, type Tally } from '../../scripts/lib/testing/test-report.ts'
import type { BootedHost } from './lib/boot.ts'
import { bootHosts, stopHosts } from './lib/boot-hosts.ts'
import { DRILLS_FILE, drillTable } from './lib/drill-table.ts'
import { SERVED_HOSTS, writeServedHosts } from './lib/served-hosts.ts'

const filters = process.argv.slice(2)
const all = filters.length === 0
const journeyOnly = filters[0] === 'journey'
/** It takes most of an hour, so it runs only when asked for. */
const APART = 'loop.xen.test.ts'
/** They boot hosts of their own. */
const bootsOwn = ['loop', 'experiments', 'moves'].includes(filters[0]!)

const reports = mkdtempSync(path.join(os.tmpdir(), 'steelyard-reports-'))
const served = path.join(reports, 'hosts.json')
const drills = path.join(reports, 'drills')
const env = { [SERVED_HOSTS]: served, [DRILLS_FILE]: drills }
const tallies: Tally[] = []
let hosts: BootedHost[] = []
try {
  await generateDatabaseClient()
  // The dashboard is built now because products that start at the same time must not both build it.
  await buildDashboard((message) => console.error(message))
  if (!bootsOwn) hosts = await bootHosts(journeyOnly ? ['credit'] : undefined)
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
const { text, failed } = summariseTallies(tallies)
console.log(text)
process.exitCode = failed === 0 ? 0 : 1

/**
 * Two run at a time, for two cores. Each begins with what needs a host that is up, and shuts that
 * down, because an emulated host is never quite idle; then both share the suites that boot their own.
 */
async function runAll(): Promise<Tally[]> {
  const all = readdirSync(inRoot('e2e/xen-host')).filter((name) => name.endsWith('.xen.test.ts'))
  const onServed = hosts.map(({ host }) => suitesOn(host.handle.scheduler))
  const left = all.filter((name) => ![...onServed, APART].includes(name))
  const tallies = await Promise.all(hosts.map((host) => runTrack(host, left)))
  return tallies.flat()
}

function suitesOn(scheduler: string): string {
  return `${scheduler}.xen.test.ts`
}

async function runTrack({ host, stop }: BootedHost, left: string[]): Promise<Tally[]> {
  const tallies = [await runSuites(suitesOn(host.handle.scheduler))]
  if (host.handle.scheduler === 'credit') tallies.push(await runJourney())
  await stop()
  for (let file = left.shift(); file; file = left.shift()) tallies.push(await runSuites(file))
  return tallies
}

function runSuites(file: string): Promise<Tally> {
  return runVitest('xen', [file], mkdtempSync(path.join(reports, 'suites-')), env)
}

function runJourney(): Promise<Tally> {
  const config = ['--config', 'e2e/xen-host/playwright.config.ts']
  return runPlaywright('journey', config, reports, { ...env, PLAYWRIGHT_LIST_PRINT_STEPS: '1' })
}
