import { waitForCharts } from './lib/drawn-charts.ts'
import { openSample } from './lib/open-sample.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'

test('the report is two pages of A4, with its chart', async ({ page, installation }) => {
  await openSample(page, installation, /equal weights/, 'report')
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled()
  await waitForCharts(page)
  await page.emulateMedia({ media: 'print' })
  await waitForCharts(page)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)
  expect(sheets).toHaveLength(2)
})
