import { defineConfig } from '@playwright/test'
import everywhere from '../../playwright.config.ts'

// The journey on a real host; `npm run test:xen` boots it and names it.
export default defineConfig(everywhere, {
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results',
})
