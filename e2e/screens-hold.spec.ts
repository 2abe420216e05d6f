import { cutTexts } from './lib/cut-texts.ts'
import { withDashboardOfLongNames } from './lib/dashboard-with-long-names.ts'
import type { Furniture } from './lib/furnish.ts'
import { longHeading, withLongNames } from './lib/long-names.ts'
import { expect } from './lib/patience.ts'
import { type Scene, scenesOf } from './lib/scenes.ts'
import { test } from './lib/shared-test.ts'
import { visit } from './lib/visit.ts'

// Every page at seven widths, with names of 40 characters: nothing is cut off, nothing overlaps, no
// page scrolls sideways. Colours move nothing, so the dark theme is not looked at again.

const WIDTHS = [1920, 1440, 1280, 1024, 768, 390, 360]

/** Pages on which something is known to be cut, and why that may be for now. */
const EXCEPTIONS: Record<string, string> = {
  'plan-confirmation': 'it lies over a plan',
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Scenes that show a part of a page only scroll to it, unless they open something. */
const names = new Set(
  scenesOf({} as Furniture)
    .filter(({ name, part, open }) => (!part || open) && !(name in EXCEPTIONS))
    .map(({ name }) => name),
)

// One test, so that it says of all pages at once what has to be mended.
test('every page holds at every width', async ({ page, installation, furniture }) => {
  const found: Record<string, string[]> = {}
  await withDashboardOfLongNames(installation.product, async (webUrl) => {
    for (const scene of scenesOf(furniture).filter(({ name }) => names.has(name))) {
      await test.step(scene.name, async () => {
        await page.setViewportSize({ width: WIDTHS[0]!, height: 900 })
        await visit(page, longNamed(scene, webUrl))
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          let cut = await cutTexts(page)
          // A table stacks its rows a moment after it did not fit, which is longer on a busy machine.
          if (cut.length > 0) {
            await page.waitForTimeout(2_000)
            cut = await cutTexts(page)
          }
          if (cut.length > 0) found[`${scene.name} at ${width}`] = cut
        }
      })
    }
  })
  expect(found).toEqual({})
})

function longNamed({ path, heading, ...rest }: Scene, webUrl: string): Scene {
  return { ...rest, path: webUrl + withLongNames(path), heading: longHeading(heading) }
}
