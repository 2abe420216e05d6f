import type { Locator, Page } from '@playwright/test'
import { administrator } from './administrator.ts'
import { expect } from './patience.ts'

// Actions of an operator that journeys share.

/** Signs up with the one-time link and ends on the fleet. */
export async function becomeAdministrator(page: Page, setupUrl: string): Promise<void> {
  await page.goto(setupUrl)
  await page.getByLabel('Your name').fill(administrator.name)
  await page.getByLabel('E-mail address').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.getByRole('button', { name: 'Create the administrator' }).click()
  await expect(page.getByRole('heading', { name: 'Fleet' })).toBeVisible()
}

/** Fills in the dialog that asks for the password. */
export async function confirmWith(page: Page, password: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: button }).click()
}

/** The current state of the plan. */
export function stateOfPlan(page: Page): Locator {
  return page
    .getByRole('list', { name: 'State of the plan' })
    .getByRole('listitem')
    .and(page.locator('[aria-current=step]'))
}
