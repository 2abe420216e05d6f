// `npm test` runs everything but the deep sweeps. `npm test -- PART... [filter ...]` runs some parts:
// unit, integration, e2e, deep.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildDashboard, generateDatabaseClient } from './lib/build.ts'
import { runPlaywright } from './lib/testing/run-playwright.ts'
import { runVitest } from './lib/testing/run-vitest.ts'
import { summariseTallies, type Tally } from './lib/testing/test-report.ts'

const vitest = (project: Part) => runVitest(project, filters, reports)
const playwright = async (part: Part) => {
  await dashboard
  return runPlaywright(part, filters, reports)
}
const parts = { unit: vitest, integration: vitest, e2e: playwright, deep: vitest }
type Part = 'unit' | 'integration' | 'e2e' | 'deep'
const ordinary: Part[] = ['unit', 'integration', 'e2e']

const filters = process.argv.slice(2)
const named: Part[] = []
while (filters[0] !== undefined && filters[0] in parts) named.push(filters.shift() as Part)
if (named.length === 0 && filters.length > 0) {
  console.error(`There is no part "${filters[0]}"; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const chosen = named.length === 0 ? ordinary : named
const reports = mkdtempSync(path.join(os.tmpdir(), 'steelyard-reports-'))
const tallies: Tally[] = []
let dashboard: Promise<void> | undefined
try {
  await generateDatabaseClient()
  if (chosen.includes('e2e')) dashboard = buildMeanwhile()
  for (const part of chosen) tallies.push(await runPart(part))
} finally {
  rmSync(reports, { recursive: true, force: true })
}
const { text, failed } = summariseTallies(tallies)
console.log(text)
process.exitCode = failed === 0 ? 0 : 1

/** Builds what the journeys need while the other parts wait for processes and hosts. */
function buildMeanwhile(): Promise<void> {
  const built = buildDashboard((message) => console.error(message))
  built.catch(() => {}) // reported by the part that awaits it
  return built
}

/** A part that cannot run at all counts as a failure; the other parts still run. */
async function runPart(part: Part): Promise<Tally> {
  try {
    return await parts[part](part)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failures: [`${part} did not run`] }
  }
}
