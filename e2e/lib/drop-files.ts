import type { Locator } from '@playwright/test'

/**
 * Drops files and folders from disk on a part of the page, as a file manager would. The browser
 * itself opens them, so folders keep their inner paths.
 */
export async function dropFiles(
  target: Locator,
  paths: string[],
  /** What has to appear during the drag, before the files are let go. */
  { until }: { until?: Locator } = {},
): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing to drop on')
  const page = target.page()
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  const data = { items: [], files: paths, dragOperationsMask: 1 /* copy */ }
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    if (type === 'drop') await until?.waitFor()
    await browser.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  await browser.detach()
}
