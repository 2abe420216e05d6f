import { defineConfig } from '@playwright/test'
import everywhere from '../../playwright.config.ts'

const { projects: _, ...common } = everywhere

// Runs the journey on a real host; `npm run test:xen` boots the host and passes its address.
export default defineConfig({ ...common, testDir: '.', outputDir: '../../test-results' })
