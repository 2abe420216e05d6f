import { configDefaults, defineConfig } from 'vitest/config'

const integrationTests = ['{apps/api,scripts}/**/*.int.test.ts']

// `npx vitest run --project unit packages/model`, `npx vitest run --project integration tokens`
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...integrationTests, '**/.next/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: integrationTests,
          globalSetup: 'scripts/lib/test-database.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
