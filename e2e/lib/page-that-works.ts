import type { Page } from '@playwright/test'
import { expect } from './patience.ts'

/**
 * Opens pages as a patient user does: a control is there before its scripts are, and what is chosen
 * or typed until then is lost.
 */
export async function pageThatWorks(
  { page, javaScriptEnabled }: { page: Page; javaScriptEnabled: boolean },
  use: (page: Page) => Promise<void>,
): Promise<void> {
  if (javaScriptEnabled)
    for (const name of ['goto', 'reload'] as const) {
      const open: (...args: never[]) => ReturnType<Page['goto']> = page[name].bind(page)
      page[name] = async (...args: never[]) => {
        const response = await open(...args)
        await untilItWorks(page)
        return response
      }
    }
  await use(page)
}

/** Pages that are not of the dashboard work at once. */
async function untilItWorks(page: Page): Promise<void> {
  const notYet = () =>
    page.evaluate(() =>
      '__next_f' in globalThis
        ? [...document.querySelectorAll('button, input, select, textarea')]
            .filter((each) => !Object.keys(each).some((key) => key.startsWith('__react')))
            .map((each) => each.outerHTML)
        : [],
    )
  await expect.poll(notYet).toEqual([])
}
