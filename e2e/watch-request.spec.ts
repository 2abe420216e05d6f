import { listUploads } from '@steelyard/contract'
import { apiOf } from './lib/api.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'

// From the traced sample to single requests: where the mean one spent its time, the life of a slow
// one, and what the slow ones have in common.

test('a traced recording shows where a slow request spent its time', async ({
  page,
  installation: { product, session },
}) => {
  const api = apiOf(product, session)
  const sample = async () =>
    (await api(listUploads)).data.find(({ name }) => name === 'Sample: 20 s traced')
  await expect.poll(async () => (await sample())?.state).toBe('ready')

  await page.goto(`/recordings/new?upload=${(await sample())!.id}`)
  await page.getByRole('link', { name: 'watch where each spent its time' }).click()
  await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible()
  await expect(page.getByText(/^A request of vm1 took \d+\.\d\sms on average/)).toBeVisible()
  await expect(page.getByText(/of vm1’s CPU time falls into logged requests/)).toBeVisible()

  await test.step('the slowest hundredth, from the keyboard’s way', async () => {
    await page.getByRole('button', { name: 'Slowest 1 %' }).click()
    await expect(page.getByText(/^Selected: 7 of 695 requests\.$/)).toBeVisible()
    await page.getByText('The slowest of the selected requests, in a table').click()
    await page
      .getByRole('button', { name: /^Show its life/ })
      .first()
      .click()
  })
  await test.step('the life of the one that was picked', async () => {
    const life = page.getByRole('region', { name: 'The life of one request' })
    await expect(life.getByText(/^The parts sum to the logged \d+\sms\.$/)).toBeVisible()
    await expect(life.getByText(/Waiting while vm[23] ran/).first()).toBeVisible()
  })
  await test.step('a region drawn with the mouse', async () => {
    const map = page.getByRole('img', { name: /requests of vm1 by start/ })
    const box = (await map.boundingBox())!
    await page.mouse.move(box.x + 0.1 * box.width, box.y + 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 0.9 * box.width, box.y + 0.6 * box.height, { steps: 4 })
    await page.mouse.up()
    const common = page.getByRole('region', { name: 'What the selected requests have in common' })
    await expect(common.getByText(/selected requests took/)).toBeVisible()
    await common.getByText('Part by part').click()
    await expect(common.getByText('More than chance').first()).toBeVisible()
  })
  await test.step('another domain', async () => {
    await page.getByRole('combobox', { name: 'Requests of' }).selectOption('vm3')
    await expect(page.getByText(/^A request of vm3 took/)).toBeVisible()
    await expect(page).toHaveURL(/domain=vm3/)
  })
})
