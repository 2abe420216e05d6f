import { configDefaults, defineConfig } from 'vitest/config'

// A busy machine is no error: a limit ends what hangs. On one that is five times slower than a quiet
// one, unit tests take up to 15 s each and integration tests up to 50; the few that take more say so.
const patience = { unit: limits(60), integration: limits(120), research: limits(300) }
/** These wait for emulated hosts and foreign programs, or sweep over many hosts. */
const longPatience = limits(600)

function limits(seconds: number) {
  const ms = seconds * 1000
  // A poll gives up first, because it can say what it last saw.
  return { testTimeout: ms, hookTimeout: ms, expect: { poll: { timeout: 0.9 * ms } } }
}

const integrationTests = ['{apps/api,apps/cli,scripts}/**/*.int.test.ts']
/** Sweeps over many hosts and seeds. A cheaper case of each is among the unit tests. */
const deepTests = ['{apps,packages,bench}/**/*.deep.test.ts']

// `npx vitest run --project unit packages/model`, `npx vitest run --project integration tokens`
export default defineConfig({
  test: {
    // It reminds everyone of what a provider in production needs.
    onConsoleLog: (text) => !text.startsWith('oidc-provider '),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...integrationTests, ...deepTests, '**/.next/**'],
          maxWorkers: 2,
          isolate: false, // to load all modules anew for each file took most of the time
          alias: { 'next/dynamic': `${import.meta.dirname}/apps/web/lib/testing/dynamic.tsx` },
          setupFiles: 'apps/web/lib/testing/set-up.ts',
          ...patience.unit,
        },
      },
      {
        test: {
          name: 'integration',
          include: integrationTests,
          maxWorkers: 3, // they mostly wait for the processes they start
          isolate: false,
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...patience.integration,
        },
      },
      {
        test: {
          name: 'deep',
          include: deepTests,
          maxWorkers: 2,
          isolate: false,
          ...longPatience,
        },
      },
      {
        test: {
          name: 'research',
          include: ['research/**/*.test.ts'],
          maxWorkers: 2,
          isolate: false,
          ...patience.research,
        },
      },
      {
        test: {
          name: 'load-balancer',
          include: ['e2e/load-balancer/**/*.lb.test.ts'],
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...longPatience,
        },
      },
      {
        test: {
          name: 'firefox',
          include: ['e2e/firefox/**/*.firefox.test.ts'],
          ...longPatience,
        },
      },
      {
        test: {
          name: 'prometheus',
          include: ['e2e/prometheus/**/*.prom.test.ts'],
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...longPatience,
        },
      },
      {
        test: {
          name: 'pools',
          include: ['e2e/pools/**/*.pools.test.ts'],
          ...longPatience,
        },
      },
      {
        test: {
          name: 'nodes',
          include: ['e2e/nodes/**/*.nodes.test.ts'],
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...longPatience,
        },
      },
      {
        test: {
          name: 'api-contract',
          include: ['e2e/api-contract/**/*.api.test.ts'],
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...longPatience,
        },
      },
      {
        test: {
          name: 'identity-providers',
          include: ['e2e/identity-providers/*.idp.test.ts'],
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...longPatience,
        },
      },
      {
        test: {
          name: 'ship',
          include: ['e2e/ship/*.ship.test.ts'],
          maxWorkers: 1, // each step wants the whole machine
          ...limits(1800),
        },
      },
      {
        test: {
          name: 'xen',
          include: ['e2e/xen-host/**/*.xen.test.ts'],
          globalSetup: 'e2e/xen-host/lib/global-setup.ts',
          maxWorkers: 2, // each file has an emulated host of its own
          ...longPatience,
        },
      },
    ],
  },
})
