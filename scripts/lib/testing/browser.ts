import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { programOf } from '../program-of.ts'
import { exitCodeOf } from '../run-command.ts'

const require = createRequire(import.meta.url)

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Finds the browser named in PLAYWRIGHT_CHROMIUM, Playwright's own, or one of the system. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env.PLAYWRIGHT_CHROMIUM
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`PLAYWRIGHT_CHROMIUM names ${named}, which does not exist`)
  }
  return [playwrightBrowser(), ...systemBrowsers].find((file) => existsSync(file))
}

function playwrightBrowser(): string {
  const { chromium } = require('@playwright/test') as typeof import('@playwright/test')
  return chromium.executablePath()
}

/** Finds a browser or installs one: by Playwright, or by Debian's packages where that is allowed. */
export async function ensureBrowser(): Promise<string> {
  const attempts = [async () => {}, installWithPlaywright, installWithApt]
  for (const attempt of attempts) {
    await attempt()
    const browser = findBrowser()
    if (browser) return browser
  }
  throw new Error(
    'No browser was found and none could be installed. Install Chromium, or name one in PLAYWRIGHT_CHROMIUM.',
  )
}

async function installWithPlaywright(): Promise<void> {
  console.error('No browser found; installing one with Playwright ...')
  const isRoot = process.getuid?.() === 0 // only root can install the browser's system packages
  const program = programOf('@playwright/test', 'playwright')
  const args = [program, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']
  await exitCodeOf(process.execPath, args, { quiet: true })
}

async function installWithApt(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.error('Installing Chromium with apt-get ...')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await exitCodeOf('apt-get', ['update', '-q'], { env, quiet: true })
  const install = ['install', '-y', '-q', '--no-install-recommends', 'chromium']
  await exitCodeOf('apt-get', install, { env, quiet: true })
}
