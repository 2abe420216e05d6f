import { gzipSync } from 'node:zlib'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'

// The page refuses files that cannot be traces, explains why, and lets them be removed in place.

const lines = (domain: string) =>
  Array.from(
    { length: 200 },
    (_, i) =>
      `10.0.0.1 - - [01/Oct/2026:12:0${Math.floor(i / 60)}:${String(i % 60).padStart(2, '0')} +0200] "GET /${domain} HTTP/1.1" 200 13 "-" "curl" ${5000 + i}\n`,
  ).join('')
const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500)])
const cut = gzipSync(lines('vm2')).subarray(0, 600)

const hostile = [
  { what: 'an empty file', name: 'vm1.log', buffer: Buffer.alloc(0), says: 'The file is empty.' },
  {
    what: 'a program',
    name: 'vm1.log',
    buffer: Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(5000)]),
    says: 'The file is a Linux program, neither a log nor a trace.',
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
    const refusal = page.getByRole('alert').filter({ hasText: 'The upload was refused' })
    await expect(refusal).toContainText(says)
    const region =
      what === 'a gzip bomb' ? 'Files that cannot be used' : 'Files that are not needed'
    await expect(page.getByRole('region', { name: region })).toContainText('Not recognised')
    await expect(page.getByRole('button', { name: 'Analyse' })).toHaveCount(0)
  })
}

test('a picture, an empty file and a cut log beside one sound log: each says why and can be removed', async ({
  page,
}) => {
  await page.goto('/recordings/new')
  await page.getByLabel('Files to upload').setInputFiles([
    { name: 'Screenshot.png', mimeType: '', buffer: picture },
    { name: 'empty.log', mimeType: '', buffer: Buffer.alloc(0) },
    { name: 'vm2.log.gz', mimeType: '', buffer: cut },
    { name: 'vm1.log', mimeType: '', buffer: Buffer.from(lines('vm1')) },
  ])
  const refused = page.getByRole('region', { name: 'Files that cannot be used' })
  const unneeded = page.getByRole('region', { name: 'Files that are not needed' })
  await expect(unneeded).toContainText('The file is a PNG picture, neither a log nor a trace.')
  await expect(unneeded).toContainText('The file is empty.')
  await expect(refused).toContainText('zcat')
  await expect(refused.getByLabel('Format of the log')).toHaveCount(0)
  const checks = page.getByRole('list', { name: 'What was found' })
  await expect(checks).toContainText('CPU trace missing')
  await unneeded.getByRole('button', { name: 'Remove Screenshot.png' }).click()
  await expect(unneeded).not.toContainText('PNG')

  // The unit is asked with what each would mean.
  await expect(page.getByRole('button', { name: 'Analyse' })).toBeDisabled()
  await expect(page.getByRole('radio', { name: /^microseconds.*most probable/ })).toBeChecked()
  await page.getByRole('button', { name: 'Use this answer' }).click()
  await expect(page.getByText('1 question to answer first')).toHaveCount(0)
  await expect(page.getByRole('slider', { name: 'Target line of vm1' })).toBeVisible()
})

test('what several logs ask is asked once', async ({ page }) => {
  await page.goto('/recordings/new')
  await page.getByLabel('Files to upload').setInputFiles(
    ['vm1', 'vm2', 'vm3'].map((domain) => ({
      name: `${domain}.log`,
      mimeType: '',
      buffer: Buffer.from(lines(domain)),
    })),
  )
  await expect(
    page.getByText('Used for all 3 access logs: vm1.log, vm2.log, vm3.log.'),
  ).toBeVisible()
  await expect(page.getByText(/requests? .* under way at once on average/).first()).toBeVisible()
  await page.getByText(/^milliseconds/).click()
  await page.getByRole('button', { name: 'Use this answer' }).click()
  await expect(page.getByRole('slider', { name: /^Target line of/ })).toHaveCount(3)
  await expect(page.getByText('Name the new host').last()).toBeVisible()
})
