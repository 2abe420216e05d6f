import { defineConfig } from '@playwright/test'
import everywhere from '../../playwright.config.ts'

// Runs the journey on a real host; `npm run test:xen` boots the host and passes its address.
export default defineConfig(everywhere, {
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results',
})
