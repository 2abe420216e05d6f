import type { Page } from '@playwright/test'
import type { Furniture } from './furnish.ts'
import { expect } from './patience.ts'

/** A page with content, after everything has been loaded. */
export type Scene = {
  name: string
  path: string
  /** A heading that appears once the page has its data. */
  heading: string | RegExp
  /** An action that shows the rest of the page, such as opening a dialog. */
  open?: (page: Page) => Promise<void>
  /** The region that a picture shows; the whole page when omitted. */
  part?: string
}

export const signInScene: Scene = { name: 'sign-in', path: '/sign-in', heading: 'Sign in' }

/** What the tutorial shows: an installation with nothing but its samples. */
export function tutorialScenesOf({ hostId, analysisId, planId }: Record<string, string>): Scene[] {
  return [
    { name: 'tutorial-fleet', path: '/', heading: 'Fleet' },
    {
      name: 'tutorial-verdict',
      path: `/hosts/${hostId}?recording=${analysisId}`,
      heading: /^vm1 takes/,
    },
    {
      name: 'tutorial-options',
      path: `/hosts/${hostId}/options?recording=${analysisId}&weight.vm1=332`,
      heading: 'Options',
      open: ended,
    },
    {
      name: 'tutorial-headroom',
      path: `/hosts/${hostId}/headroom?recording=${analysisId}`,
      heading: /×\d|less load/,
      open: ended,
    },
    { name: 'tutorial-plan', path: `/changes/${planId}`, heading: 'Commands to run yourself' },
  ]
}

/** Presses a button and waits for the dialog, whose content comes after it has opened. */
function dialogBy(name: string): NonNullable<Scene['open']> {
  return async (page) => {
    await page.getByRole('button', { name }).click()
    const closeAndMore = page.getByRole('dialog').getByRole('button')
    await closeAndMore.nth(1).waitFor()
  }
}

/** The simulation's answers have taken the place of the formula's. */
async function ended(page: Page): Promise<void> {
  const provisional = page.getByText(/^provisional/i)
  await provisional
    .first()
    .waitFor({ timeout: 20_000 })
    .catch(() => {}) // it may be over already
  await expect(provisional).toHaveCount(0, { timeout: 300_000 })
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 300_000 })
}

/** Every page for a signed-in user. */
export function scenesOf({
  hostId,
  strangerId,
  driftedId,
  watchedId,
  analysisId,
  uploadId,
  tracedUploadId,
  openPlanId,
  appliedPlanId,
  waitingPlanId,
  poolId,
  offeredPoolId,
  recommendationId,
  judgedRecommendationId,
}: Furniture): Scene[] {
  return [
    { name: 'fleet', path: '/', heading: 'Fleet' },
    {
      name: 'palette',
      path: '/',
      heading: 'Fleet',
      open: async (page) => {
        await page.getByRole('button', { name: 'Go to' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'host-new', path: '/hosts/new', heading: 'Add a host' },
    { name: 'host', path: `/hosts/${hostId}`, heading: 'Sample host' },
    { name: 'host-history', path: `/hosts/${hostId}/history`, heading: 'Over time' },
    {
      name: 'host-live',
      path: `/hosts/${watchedId}`,
      heading: /target|observed/,
    },
    {
      name: 'host-watched',
      path: `/hosts/${watchedId}/history?watched=1h&show=cpu`,
      heading: 'While it was watched',
    },
    { name: 'host-watch', path: `/hosts/${watchedId}/settings?section=watch`, heading: 'Watch' },
    { name: 'host-settings', path: `/hosts/${hostId}/settings`, heading: 'Guests' },
    { name: 'host-name', path: `/hosts/${hostId}/settings?section=host`, heading: 'This host' },
    { name: 'host-enrolment', path: `/hosts/${strangerId}/settings`, heading: '3. Confirm' },
    {
      name: 'host-enrolment-install',
      path: `/hosts/${strangerId}/settings`,
      heading: '3. Confirm',
      open: async (page) => {
        await page.getByRole('button', { name: 'The console prints the same key' }).click()
        await page.getByRole('button', { name: 'Confirm and connect' }).waitFor()
      },
    },
    {
      name: 'host-drift',
      path: `/hosts/${driftedId}/settings`,
      heading: 'After a restart of a guest',
    },
    {
      name: 'host-access-log',
      path: `/hosts/${driftedId}/settings`,
      heading: 'After a restart of a guest',
      open: dialogBy('Open the access log of vm1'),
    },
    {
      name: 'analysis',
      path: `/hosts/${hostId}?recording=${analysisId}`,
      heading: /^vm1 takes/,
    },
    {
      name: 'guest',
      path: `/hosts/${hostId}/guests/vm1?recording=${analysisId}`,
      heading: 'Over time',
    },
    {
      name: 'analysis-trust',
      path: `/hosts/${hostId}/evidence?section=errors&recording=${analysisId}`,
      heading: 'How far to trust it',
      part: 'How far to trust it',
    },
    {
      name: 'analysis-options',
      path: `/hosts/${hostId}/options?recording=${analysisId}&weight.vm1=512`,
      heading: 'Options',
    },
    {
      name: 'analysis-headroom',
      path: `/hosts/${hostId}/headroom?recording=${analysisId}`,
      heading: /×\d|less load/,
    },
    {
      name: 'analysis-evidence',
      path: `/hosts/${hostId}/evidence?recording=${analysisId}`,
      heading: 'Data quality',
    },
    {
      name: 'analysis-time',
      path: `/hosts/${hostId}/evidence?section=time&recording=${analysisId}`,
      heading: 'Response time over time',
    },
    {
      name: 'analysis-phases',
      path: `/hosts/${hostId}/evidence?section=phases&recording=${analysisId}`,
      heading: 'Phase by phase',
    },
    {
      name: 'analysis-weights',
      path: `/hosts/${hostId}/evidence?section=weights&recording=${analysisId}`,
      heading: 'Weights before and after',
    },
    {
      name: 'analysis-paper',
      path: `/hosts/${hostId}/evidence?section=paper&recording=${analysisId}`,
      heading: 'Which weights? Eq (7)',
    },
    { name: 'upload', path: '/recordings/new', heading: 'Recent uploads' },
    {
      name: 'upload-recognised',
      path: `/recordings/new?upload=${uploadId}`,
      heading: 'Targets',
      open: (page) => expect(page.getByText(/^Response times are being read/)).toHaveCount(0),
    },
    {
      name: 'requests',
      path: `/recordings/${tracedUploadId}/requests?from=4`,
      heading: 'What the selected requests have in common',
    },
    { name: 'changes', path: '/changes', heading: 'Changes' },
    { name: 'plan', path: `/changes/${openPlanId}`, heading: 'Ready to be applied' },
    {
      name: 'plan-confirmation',
      path: `/changes/${openPlanId}`,
      heading: 'Ready to be applied',
      open: (page) => page.getByRole('button', { name: /^Apply to/ }).click(),
    },
    { name: 'plan-applied', path: `/changes/${appliedPlanId}`, heading: 'Application' },
    {
      name: 'plan-waiting',
      path: `/changes/${waitingPlanId}`,
      heading: 'This plan waits for a second person',
    },
    {
      name: 'recommendations',
      path: '/changes/recommendations',
      heading: /^1 recommendation waits/,
    },
    {
      name: 'recommendation',
      path: `/recommendations/${recommendationId}`,
      heading: /^Give vm1 more/,
    },
    {
      name: 'recommendation-outcome',
      path: `/recommendations/${judgedRecommendationId}`,
      heading: 'Outcome',
    },
    { name: 'journal', path: `/changes/journal?host=${hostId}`, heading: 'Changes' },
    {
      name: 'host-policy',
      path: `/hosts/${hostId}/settings?section=policy`,
      heading: 'Policy',
      open: (page) => page.getByRole('button', { name: 'Change the policy' }).click(),
      part: 'Policy',
    },
    { name: 'pools', path: '/pools', heading: 'Pools' },
    { name: 'pool-new', path: '/pools/new', heading: 'Add a pool' },
    { name: 'pool', path: `/pools/${poolId}`, heading: 'Guests that run' },
    {
      name: 'pool-confirmation',
      path: `/pools/${offeredPoolId}`,
      heading: 'Compare the certificate, then give an account',
    },
    { name: 'plan-by-hand', path: `/changes/new?host=${hostId}`, heading: /by hand/ },
    {
      name: 'load-balancer',
      path: `/hosts/${hostId}/load-balancer`,
      heading: /vm1 (should run|keeps)/,
      open: (page) => page.getByText('Connect vm1').click(),
    },
    { name: 'lab', path: '/lab?host=paper1', heading: 'Other loans' },
    {
      name: 'lab-map',
      path: `/lab?analysis=${analysisId}`,
      heading: 'Who would a boost help?',
      part: 'Who would a boost help?',
    },
    {
      name: 'real-time',
      path: `/hosts/${hostId}/real-time`,
      heading: 'Which policy keeps the deadlines?',
    },
    { name: 'audit', path: '/settings/audit', heading: 'Audit' },
    { name: 'people', path: '/settings/people', heading: 'People' },
    {
      name: 'people-invite',
      path: '/settings/people',
      heading: 'People',
      open: dialogBy('Invite someone'),
    },
    {
      name: 'identity-providers',
      path: '/settings/identity-providers',
      heading: 'Identity providers',
    },
    {
      name: 'identity-provider-new',
      path: '/settings/identity-providers',
      heading: 'Identity providers',
      open: dialogBy('Add a provider'),
    },
    { name: 'signing-in', path: '/settings/signing-in', heading: 'Settings' },
    { name: 'approval', path: '/settings/approval', heading: 'Approval by a second person' },
    { name: 'policies', path: '/settings/policies', heading: 'Policies by tag' },
    { name: 'notifications', path: '/settings/notifications', heading: 'Notifications' },
    {
      name: 'notifications-channel',
      path: '/settings/notifications',
      heading: 'Notifications',
      open: dialogBy('Add a channel'),
    },
    { name: 'settings', path: '/settings', heading: 'Settings' },
    {
      name: 'settings-token',
      path: '/settings',
      heading: 'Settings',
      open: (page) => page.getByRole('button', { name: /token/ }).first().click(),
    },
    { name: 'help', path: '/help', heading: 'What the pages show' },
    { name: 'glossary', path: '/help/reference/glossary', heading: 'Glossary' },
    {
      name: 'help-panel',
      path: '/lab',
      heading: 'Scheduler lab',
      open: async (page) => {
        await page.keyboard.press('?')
        await page.getByRole('heading', { name: 'Words' }).waitFor()
      },
    },
    { name: 'not-found', path: '/nowhere', heading: 'Page not found' },
  ]
}
