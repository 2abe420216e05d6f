import type { Locator, Page } from '@playwright/test'
import { openSection, openTab } from '../../lib/open-tab.ts'
import { expect } from '../../lib/patience.ts'
import { domainRow, leadingNumber, phaseRow, readRow } from '../../lib/tables.ts'
import {
  ACCOUNT,
  type Access,
  installAccess,
  installGuestLogKey,
  LOG_FORMAT,
  LOG_PATH,
} from './install-access.ts'
import { GUEST_NAMES, type XenHost } from './xen-host.ts'

// Actions of an operator on the host's pages and, at the same time, as root on the host itself.

/** Time limit for a recording of a minute and its end on a slow machine. */
const RECORDED_MS = 300_000

export async function addHost(page: Page, name: string, host: XenHost): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fleet' }).click()
  await page.getByRole('link', { name: 'Connect a host' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Address').fill(host.address)
  await page.getByLabel('Port').fill(String(host.port))
  await page.getByLabel('Account').fill(ACCOUNT)
  await page.getByRole('button', { name: 'Check the address' }).click()
  await page.waitForURL(/\/hosts\/[0-9a-f-]+\/settings\?section=host$/)
}

/**
 * Compares the key with the one that the host prints, installs what the page shows, and confirms.
 */
export async function confirmHost(page: Page, host: XenHost): Promise<void> {
  const card = page.getByRole('region', { name: 'Connection' })
  const command = textOf(card, 'the command that prints the fingerprint')
  await expect(card.getByText('Key shown')).toBeVisible()
  const [, fingerprint] = (await host.run(await command)).split(' ')
  await expect(card.getByText(fingerprint!, { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'The console prints the same key' }).click()
  for (const folded of ['Read the script', 'Read the rules']) await card.getByText(folded).click()
  const gatePath = card.getByText('As root, write this script to').locator('code').first()
  const access: Access = {
    authorizedKeysLine: await textOf(card, 'the authorized_keys line'),
    gate: { path: await gatePath.innerText(), script: await textOf(card, 'the gate script') },
    sudoersSnippet: await textOf(card, 'the sudoers rules'),
  }
  await installAccess(host, access)
  await card.getByRole('button', { name: 'Confirm and connect' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
}

/** Makes Steelyard follow the access log of a guest. */
export async function setUpLog(page: Page, host: XenHost, guest: number): Promise<void> {
  const name = `vm${guest}`
  await openSection(page, 'Guests')
  await page.getByRole('button', { name: `Set up the access log of ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Access log of ${name}` })
  await dialog.getByLabel('Address').fill(host.address)
  await dialog.getByLabel('Port').fill(String(host.handle.ports.guestSsh[guest - 1]))
  await dialog.getByLabel('Account').fill(ACCOUNT)
  await dialog.getByLabel('Path of the log').fill(LOG_PATH)
  await dialog.getByLabel('Format of the log').fill(LOG_FORMAT)
  await dialog.getByRole('button', { name: 'Fetch its key' }).click()

  await expect(dialog.getByText(await host.guestFingerprint(guest))).toBeVisible()
  await dialog.getByRole('button', { name: 'The guest prints the same key' }).click()
  await installGuestLogKey(host, guest, await textOf(dialog, 'the authorized_keys line'))
  await dialog.getByRole('button', { name: 'Confirm and try' }).click()
  await expect(dialog.getByText('Pinned key')).toBeVisible()
  await page.keyboard.press('Escape')
  const row = domainRow(page.getByRole('table', { name: /^Guests of / }), name)
  await expect(row).toContainText('Ready')
}

/** The full text of a code block, as its copy button copies it. */
async function textOf(place: Locator, label: string): Promise<string> {
  const block = place.getByRole('region', { name: label, exact: true })
  return (await block.locator('pre').textContent())!
}

export function recordCard(page: Page): Locator {
  return page.getByRole('region', { name: 'Record now' })
}

/** Records everything that the host offers while its guests are under load. */
export async function record(page: Page, seconds: number): Promise<void> {
  await openSection(page, 'Watch and record')
  const card = recordCard(page)
  await card.getByLabel('Record for').fill(String(seconds))
  await card.getByLabel('Scheduler trace too').check()
  await expect(card.getByLabel('Access logs of vm1, vm2 and vm3')).toBeChecked()
  await card.getByRole('button', { name: 'Record now' }).click()
  await expect(card.getByRole('progressbar')).toBeVisible()
  await expect(card.getByText(/^Ready: Recording of /)).toBeVisible({ timeout: RECORDED_MS })
}

/** Response times of the guests by name, from the analysis on the page. */
export async function measuredTimesMs(page: Page, statistic: 'Measured' | '95th percentile') {
  await openTab(page, 'Evidence')
  await page.getByRole('link', { name: 'Phase by phase' }).click()
  const times: Record<string, number> = {}
  for (const domain of GUEST_NAMES) {
    const row = await readRow(await phaseRow(page, 'Whole recording', domain))
    // The heading names the unit, which is seconds once a time takes ten.
    times[domain] = leadingNumber(row[statistic]) * ('Phase, times in s' in row ? 1_000 : 1)
  }
  return times
}

/** Weights of the guests as the host's page shows them. */
export async function shownWeights(page: Page): Promise<Record<string, number>> {
  await openSection(page, 'Guests')
  const table = page.getByRole('table', { name: /^Guests of / })
  await expect(table).toBeVisible()
  const weights: Record<string, number> = {}
  for (const domain of GUEST_NAMES) {
    weights[domain] = leadingNumber((await readRow(domainRow(table, domain))).Weight)
  }
  return weights
}
