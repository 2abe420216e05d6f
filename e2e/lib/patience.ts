import { expect as base } from '@playwright/test'

/** A busy machine is no error: jobs and first loads of pages are waited for this long. */
const PATIENCE_MS = 60_000

export const expect = base.configure({ timeout: PATIENCE_MS })
/** For `test.use`: by default an action waits until the whole test times out. */
export const patience = { actionTimeout: PATIENCE_MS, navigationTimeout: PATIENCE_MS }
/** From nothing to a ready line, with a build of the dashboard where there is none yet. */
export const START_TIMEOUT_MS = 300_000
