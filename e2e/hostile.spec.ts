import { gzipSync } from 'node:zlib'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'

// The page refuses files that cannot be traces, explains why, and offers no next step.

const hostile = [
  { what: 'an empty file', name: 'vm1.log', buffer: Buffer.alloc(0), says: 'The file is empty.' },
  {
    what: 'a binary file',
    name: 'vm1.log',
    buffer: Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(5000)]),
    says: /xenmon.*access log/,
  },
  {
    what: 'text that is no trace',
    name: 'notes.txt',
    buffer: Buffer.from('Dear diary,\nno traces here.\n'),
    says: /xenmon.*access log/,
  },
  {
    what: 'a gzip bomb',
    name: 'vm1.log.gz',
    buffer: gzipSync(Buffer.alloc(200 * 2 ** 20), { level: 9 }),
    says: /times/,
  },
]

for (const { what, name, buffer, says } of hostile) {
  test(`${what} is refused with its reason`, async ({ page }) => {
    await page.goto('/recordings/new')
    await page.getByLabel('Files to upload').setInputFiles({ name, mimeType: '', buffer })
    await expect(page.getByText('1 of 1 file sent')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()

    const refusal = page.getByRole('alert').filter({ hasText: 'The upload was refused' })
    await expect(refusal).toContainText(says)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await expect(card).toContainText('Not recognised')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    const steps = page.getByRole('navigation', { name: 'Steps' })
    await expect(steps.getByRole('button', { name: 'Domains' })).toBeDisabled()
  })
}
