import { getSetup, getUpload, listHosts, listPlans, type Permission } from '@steelyard/contract'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { idOf } from '../lib/testing/fixtures.ts'
import {
  answer,
  firstPage,
  refusal,
  refusedPage,
  render,
  userWith,
} from '../lib/testing/render.tsx'
import AnalysisPage from './(signed-in)/analyses/[id]/page.tsx'
import AnalysesPage from './(signed-in)/analyses/page.tsx'
import SignedInErrorPage from './(signed-in)/error.tsx'
import HostLayout from './(signed-in)/hosts/[id]/layout.tsx'
import HostsPage from './(signed-in)/hosts/page.tsx'
import LabPage from './(signed-in)/lab/page.tsx'
import LoadBalancerPage from './(signed-in)/load-balancer/page.tsx'
import OverviewPage from './(signed-in)/page.tsx'
import PlanPage from './(signed-in)/plans/[id]/page.tsx'
import NewPlanPage from './(signed-in)/plans/new/page.tsx'
import PlansPage from './(signed-in)/plans/page.tsx'
import RealTimePage from './(signed-in)/real-time/page.tsx'
import NewUploadPage from './(signed-in)/uploads/new/page.tsx'
import UploadsPage from './(signed-in)/uploads/page.tsx'
import ErrorPage from './error.tsx'
import NotFound from './not-found.tsx'
import SetupPage from './setup/page.tsx'

const params = Promise.resolve({ id: idOf(7) })
const search = <T extends object>(searchParams: T) => ({
  searchParams: Promise.resolve(searchParams),
})
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]
/** A page before the API has answered anything. */
const waiting = async (page: ReactElement | Promise<ReactElement>) => render(await page)

describe('each page', () => {
  it.each<[string, () => ReactElement | Promise<ReactElement>, string]>([
    ['the overview', () => <OverviewPage />, 'Overview'],
    ['the hosts', () => <HostsPage />, 'Hosts'],
    ['a host', () => HostLayout({ params, children: null }), 'Host'],
    ['the analyses', () => AnalysesPage(search({})), 'Analyses'],
    ['an analysis', () => AnalysisPage({ params }), 'Recording'],
    ['the plans', () => <PlansPage />, 'Plans'],
    ['a plan', () => PlanPage({ params }), 'Plan'],
    ['weights by hand', () => NewPlanPage(search({ host: idOf(1) })), 'Set weights by hand'],
    ['the lab', () => LabPage(search({})), 'Scheduler lab'],
    ['real time', () => RealTimePage(search({})), 'Real-time domains'],
    ['load balancers', () => <LoadBalancerPage />, 'Load balancer'],
    ['an upload', () => <NewUploadPage />, 'Upload and analyse'],
  ])(
    'shows the heading of %s at once, and that the rest is loading',
    async (_address, page, heading) => {
      const { html, text } = await waiting(page())
      expect(headingOf(html)).toBe(heading)
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(text).toContain('Loading')
    },
  )

  it('redirects from addresses without a page of their own', async () => {
    await expect(NewPlanPage(search({}))).rejects.toThrow('NEXT_REDIRECT')
    await expect(NewPlanPage(search({ host: ['a', 'b'] }))).rejects.toThrow('NEXT_REDIRECT')
    expect(() => UploadsPage()).toThrow('NEXT_REDIRECT')
  })

  it('ignores a parameter that is given twice', async () => {
    expect((await waiting(AnalysesPage(search({ hostId: ['a', 'b'] })))).html).toContain(
      '<option value="" selected="">All hosts',
    )
    expect((await waiting(LabPage(search({ analysis: ['a', 'b'], kind: 'x' })))).text).toContain(
      'Twelve domains that never stop computing',
    )
  })

  it('opens the lab with the pins of an analysis', async () => {
    const { text } = await waiting(LabPage(search({ analysis: idOf(30), kind: 'pinning' })))
    expect(text).toContain('An analysis without a result yet')
    expect(text).not.toContain('Credit line')
  })
})

describe('the actions of a page', () => {
  const links = (page: ReactElement, ...permissions: Permission[]) =>
    render(page, { user: userWith(permissions) }).links

  it('depend on the permissions', () => {
    expect(links(<OverviewPage />, 'hosts:write', 'uploads:write')).toMatchObject({
      'Connect a host': '/hosts/new',
      'Upload traces': '/uploads/new',
    })
    expect(links(<OverviewPage />, 'hosts:read')).toEqual({})
    expect(links(<HostsPage />, 'hosts:write')).toEqual({ 'Add a host': '/hosts/new' })
    expect(links(<HostsPage />, 'hosts:read')).toEqual({})
  })

  it('exclude uploads without the permission, and explain it', () => {
    const { text, buttons } = render(<NewUploadPage />, { user: userWith(['uploads:read']) })
    expect(text).toContain('Your role, viewer, does not include uploading files.')
    expect(buttons).toEqual([])
  })
})

describe('error pages', () => {
  it('report an unknown address', () => {
    const { html, links } = render(<NotFound />)
    expect(headingOf(html)).toBe('Page not found')
    expect(links).toEqual({ 'Go to the overview': '/' })
  })

  it('report a crash with a reference, and no internals', () => {
    const error = Object.assign(new Error('secret'), { digest: 'd-42' })
    for (const page of [
      <ErrorPage key="outside" error={error} reset={() => {}} />,
      <SignedInErrorPage key="inside" error={error} reset={() => {}} />,
    ]) {
      const { text, buttons } = render(page)
      expect(text).toContain('d-42')
      expect(text).not.toContain('secret')
      expect(buttons).toEqual(['Try again'])
    }
  })

  it('report a deleted upload', () => {
    const { text, buttons } = render(<NewUploadPage />, {
      search: `upload=${idOf(20)}`,
      known: [refusal(getUpload, { params: { id: idOf(20) } }, 404)],
    })
    expect(text).toContain('This upload no longer exists')
    expect(buttons).toContain('Start a new upload')
  })

  it('report an empty list, and a list that could not be loaded', () => {
    expect(render(<PlansPage />, { known: [firstPage(listPlans, {}, [])] }).text).toContain(
      'No plans yet',
    )
    const { text } = render(<OverviewPage />, {
      known: [refusedPage(listHosts, { limit: 100 })],
    })
    expect(text).toContain('The API said no.')
  })
})

describe('the set-up page', () => {
  it('welcomes the first user', () => {
    const { html, text } = render(<SetupPage />, {
      search: `token=${'t'.repeat(24)}`,
      known: [answer(getSetup, {}, { needed: true })],
    })
    expect(headingOf(html)).toBe('Welcome to Steelyard')
    expect(text).toContain('Create the administrator of this installation.')
  })
})
