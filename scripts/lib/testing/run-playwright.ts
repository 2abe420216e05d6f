import path from 'node:path'
import { buildDashboard } from '../build.ts'
import { programOf } from '../program-of.ts'
import { exitCodeOf } from '../run-command.ts'
import { ensureBrowser } from './browser.ts'
import { compileCache } from './compile-cache.ts'
import { readPlaywrightReport, type Tally, withExitCode } from './test-report.ts'

/**
 * Runs the browser journeys after building and installing what they need. `reports` is the directory
 * for their report.
 */
export async function runPlaywright(
  part: string,
  filters: string[],
  reports: string,
  env: Record<string, string> = {},
): Promise<Tally> {
  const report = path.join(reports, `${part}.json`)
  const browser = await ensureBrowser()
  await buildDashboard((message) => console.error(message))
  const args = [programOf('@playwright/test', 'playwright'), 'test', '--reporter=list,json']
  const exitCode = await exitCodeOf(process.execPath, [...args, ...filters], {
    env: {
      ...compileCache,
      ...env,
      PLAYWRIGHT_CHROMIUM: browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  })
  return withExitCode(readPlaywrightReport(report), exitCode, part)
}
