import { configDefaults, defineConfig } from 'vitest/config'

/** A busy machine is no error: this ends what hangs. */
const PATIENCE_MS = 600_000
const patience = {
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
}
const integrationTests = ['{apps/api,scripts}/**/*.int.test.ts']
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
          ...patience,
        },
      },
      {
        test: {
          name: 'integration',
          include: integrationTests,
          maxWorkers: 3, // they mostly wait for the processes they start
          isolate: false,
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'deep',
          include: deepTests,
          maxWorkers: 2,
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'research',
          include: ['research/**/*.test.ts'],
          maxWorkers: 2,
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'load-balancer',
          include: ['e2e/load-balancer/**/*.lb.test.ts'],
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'prometheus',
          include: ['e2e/prometheus/**/*.prom.test.ts'],
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'api-contract',
          include: ['e2e/api-contract/**/*.api.test.ts'],
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'identity-providers',
          include: ['e2e/identity-providers/*.idp.test.ts'],
          globalSetup: 'scripts/lib/testing/test-database.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'xen',
          include: ['e2e/xen-host/**/*.xen.test.ts'],
          globalSetup: 'e2e/xen-host/lib/global-setup.ts',
          maxWorkers: 2, // each file has an emulated host of its own
          ...patience,
        },
      },
    ],
  },
})
