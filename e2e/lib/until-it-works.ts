import type { Locator } from '@playwright/test'
import { expect } from './patience.ts'

/** A control is there before its scripts are, and what is chosen or typed until then is lost. */
export async function untilItWorks(control: Locator): Promise<void> {
  await expect
    .poll(() => control.evaluate((el) => Object.keys(el).some((key) => key.startsWith('__react'))))
    .toBe(true)
}
