import type { Page } from '@playwright/test'
import { type Analysis, listAnalyses } from '@steelyard/contract'
import { apiOf } from './api.ts'
import { expect } from './patience.ts'
import type { Installation } from './shared-test.ts'

/**
 * Opens a tab of the host of a shipped recording, once it is analysed; `evidence#errors` is a
 * section of a tab.
 */
export async function openSample(
  page: Page,
  { product, session }: Installation,
  name: RegExp,
  tab = '',
): Promise<Pick<Analysis, 'id' | 'hostId'>> {
  const api = apiOf(product, session)
  const find = async () => {
    const { data } = await api(listAnalyses)
    return data.find((each) => name.test(each.name) && each.state === 'succeeded')
  }
  // The samples are imported one after the other.
  await expect.poll(find, { timeout: 500_000 }).toBeDefined()
  const { id, hostId } = (await find())!
  const [path, section] = tab.split('#')
  const query = new URLSearchParams({ recording: id, ...(section ? { section } : {}) })
  await page.goto(`/hosts/${hostId}${path && `/${path}`}?${query}`)
  return { id, hostId }
}
