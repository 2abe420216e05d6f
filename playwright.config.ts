import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/lib/testing/browser.ts'

const executablePath = findBrowser()
if (!executablePath) throw new Error('No browser: `npm test` installs one')

// Chromium's sandbox refuses to start as root.
const isRoot = process.getuid?.() === 0

/**
 * These journeys share one product and run one after the other, in the order of their names. The
 * last one fills the product with content.
 */
const sharing = [
  'getting-around',
  'help',
  'hostile',
  'lab',
  'one-clock',
  'reweighted',
  'screens-hold',
  'screens-of-roles',
  'what-if',
  'without-barriers',
].map((name) => `${name}.spec.ts`)

// The journeys start the product themselves (scripts/lib/product/start-product.ts), since some of them kill
// and restart it.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  projects: [
    { name: 'shared', testMatch: sharing, workers: 1 },
    { name: 'own', testIgnore: [...sharing, 'xen-host/**'] }, // that needs `npm run test:xen`
  ],
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 1, // one that passes only then is named as flaky at the end of the run
  timeout: 600_000, // a busy machine is no error
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    headless: true,
    acceptDownloads: true,
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry', // to record it slows every journey down
    launchOptions: {
      executablePath,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
