import { expect as base } from '@playwright/test'

/** Time limit for jobs and first loads of pages, long enough for a busy machine. */
const PATIENCE_MS = 60_000

export const expect = base.configure({ timeout: PATIENCE_MS })
/** Settings for `test.use`: by default an action waits until the whole test times out. */
export const patience = { actionTimeout: PATIENCE_MS, navigationTimeout: PATIENCE_MS }
/** Time limit for a start, including a build of the dashboard if there is none yet. */
export const START_TIMEOUT_MS = 600_000
