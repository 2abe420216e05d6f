import { test } from '@playwright/test'
import { buildDashboard } from '../scripts/lib/build.ts'
import { expect } from './lib/patience.ts'
import { SCRIPT_LIMIT_KB, scriptsOfPages } from './lib/scripts-of-pages.ts'

test('no page needs more scripts than the limit before it works', async () => {
  await buildDashboard(() => undefined)
  const pages = scriptsOfPages()
  expect(pages.size).toBeGreaterThan(40)
  // React and Next.js alone are more than this, so less would mean that nothing was measured.
  expect(Math.min(...pages.values())).toBeGreaterThan(100)
  const tooLarge = [...pages].filter(([, kilobytes]) => kilobytes > SCRIPT_LIMIT_KB)
  expect(tooLarge).toEqual([])
})
