import type { Permission } from '@steelyard/contract'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { idOf } from '../lib/testing/fixtures.ts'
import { answer, firstPage, refusal, render, userWith } from '../lib/testing/render.tsx'
import AnalysisPage from './(signed-in)/analyses/[id]/page.tsx'
import JournalPage from './(signed-in)/changes/(lists)/journal/page.tsx'
import ChangesLayout from './(signed-in)/changes/(lists)/layout.tsx'
import ChangesPage from './(signed-in)/changes/(lists)/page.tsx'
import RecommendationsPage from './(signed-in)/changes/(lists)/recommendations/page.tsx'
import PlanPage from './(signed-in)/changes/[id]/page.tsx'
import NewPlanPage from './(signed-in)/changes/new/page.tsx'
import SignedInErrorPage from './(signed-in)/error.tsx'
import HostLayout from './(signed-in)/hosts/[id]/layout.tsx'
import LabPage from './(signed-in)/lab/page.tsx'
import NotFound from './(signed-in)/not-found.tsx'
import FleetPage from './(signed-in)/page.tsx'
import RecommendationPage from './(signed-in)/recommendations/[id]/page.tsx'
import RequestsPage from './(signed-in)/recordings/[id]/requests/page.tsx'
import NewRecordingPage from './(signed-in)/recordings/new/page.tsx'
import ErrorPage from './error.tsx'
import SetupPage from './setup/page.tsx'

const params = Promise.resolve({ id: idOf(7) })
const search = <T extends object>(searchParams: T) => ({
  searchParams: Promise.resolve(searchParams),
})
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]
/** A page when the server could not reach the API: it has no request to answer here. */
const waiting = async (page: ReactElement | Promise<ReactElement>) => render(await page)

describe('each page', () => {
  it.each<[string, () => ReactElement | Promise<ReactElement>, string]>([
    ['the fleet', () => FleetPage(), 'Fleet'],
    ['a host', () => HostLayout({ params, children: null }), 'Host'],
    ['an analysis', () => AnalysisPage({ params }), 'Recording'],
    ['the plans', async () => ChangesLayout({ children: await ChangesPage() }), 'Changes'],
    [
      'what was recommended',
      async () => ChangesLayout({ children: await RecommendationsPage() }),
      'Changes',
    ],
    ['the journal', async () => ChangesLayout({ children: await JournalPage() }), 'Changes'],
    ['a recommendation', () => RecommendationPage({ params }), 'Recommendation'],
    ['a plan', () => PlanPage({ params }), 'Plan'],
    ['weights by hand', () => NewPlanPage(search({ host: idOf(1) })), 'Plan weights by hand'],
    ['the lab', () => LabPage(search({})), 'Scheduler lab'],
    ['a new recording', () => NewRecordingPage(search({})), 'New recording'],
    ['the requests of a trace', () => RequestsPage({ params }), 'Requests'],
  ])(
    'shows the heading of %s even without the API, and that the rest is loading',
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
  })

  it('asks for the runs of a kind that exists, whatever the address says', async () => {
    for (const kind of ['x', ['pinning', 'boost']]) {
      expect((await waiting(LabPage(search({ kind })))).text).toContain('Choose a host')
    }
  })

  it('opens the lab with the pins of an analysis', async () => {
    const { text } = render(await LabPage(search({ kind: 'pinning' })), {
      search: `analysis=${idOf(30)}&kind=pinning`,
    })
    expect(text).toContain('An analysis without a result yet')
    expect(text).not.toContain('Credit line')
  })
})

describe('the actions of a page', () => {
  const newRecording = () => NewRecordingPage(search({}))

  it('depend on the permissions', async () => {
    const page = await FleetPage()
    const links = (...permissions: Permission[]) =>
      render(page, { user: userWith(permissions) }).links
    expect(links('hosts:write')).toMatchObject({ 'Connect a host': '/hosts/new' })
    expect(links('hosts:read')).toEqual({ Pools: '/pools' })
  })

  it('exclude uploads without the permission, and explain it', async () => {
    const { text, buttons } = render(await newRecording(), { user: userWith(['uploads:read']) })
    expect(text).toContain('Your role, viewer, does not include uploading files.')
    expect(buttons).toEqual([])
  })

  it('report a deleted upload', async () => {
    const { text, buttons } = render(await newRecording(), {
      search: `upload=${idOf(20)}`,
      known: [refusal('getUpload', { params: { id: idOf(20) } }, 404)],
    })
    expect(text).toContain('This upload no longer exists')
    expect(buttons).toContain('Start a new recording')
  })
})

describe('error pages', () => {
  it('report an unknown address', () => {
    const { html, links } = render(<NotFound />)
    expect(headingOf(html)).toBe('Page not found')
    expect(links).toEqual({ 'Go to the fleet': '/' })
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

  it('report an empty list, and a list that could not be loaded', async () => {
    const changes = render(await ChangesPage(), { known: [firstPage('listPlans', {}, [])] })
    expect(changes.text).toContain('No plans yet')
    const { text } = render(await FleetPage(), {
      known: [refusal('getFleet', {})],
    })
    expect(text).toContain('The API said no.')
  })
})

describe('the set-up page', () => {
  it('welcomes the first user', () => {
    const { html, text } = render(<SetupPage />, {
      known: [answer('getSetup', {}, { needed: true })],
    })
    expect(headingOf(html)).toBe('Welcome to Steelyard')
    expect(text).toContain('Create the administrator of this installation.')
  })
})
