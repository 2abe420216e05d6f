import { describe, expect, it } from 'vitest'
import { estimators } from '../../lib/testing/estimators.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { Navigation } from './navigation.tsx'
import { NewRecording } from './new-recording.tsx'
import { PageFailure } from './page-failure.tsx'
import { Shell } from './shell.tsx'

describe('the frame of a page', () => {
  const shell = (...known: ReturnType<typeof answer>[]) =>
    render(<Shell>the page</Shell>, { known }).text

  it('shows the page to a signed-in user, and names that user', () => {
    const text = shell(
      answer('getSession', {}, userWith()),
      answer('listEstimators', {}, { data: estimators }),
    )
    expect(text).toContain('the page')
    expect(text).toContain('Ada administrator')
  })

  it('shows nothing before that, or to anyone else', () => {
    expect(shell()).not.toContain('the page')
    const refused = shell(refusal('getSession', {}, 401))
    expect(refused).not.toContain('the page')
    expect(refused).not.toContain('The API said no.')
  })

  it('waits for the estimators, and says so when they cannot be had', () => {
    const session = answer('getSession', {}, userWith())
    expect(shell(session)).not.toContain('the page')
    expect(shell(session, refusal('listEstimators', {}))).toContain('The API said no.')
  })

  it('shows an error that is not a missing session', () => {
    expect(shell(refusal('getSession', {}, 500))).toContain('The API said no.')
  })
})

describe('the navigation', () => {
  const places = (path: string) => render(<Navigation />, { path })

  it('has five places', () => {
    expect(places('/').links).toEqual({
      Fleet: '/',
      Changes: '/changes',
      Lab: '/lab',
      Settings: '/settings',
      Help: '/help',
    })
  })

  it.each([
    ['/', 'Fleet'],
    ['/hosts/1', 'Fleet'],
    ['/changes/1', 'Changes'],
    ['/settings/audit', 'Settings'],
    ['/recordings/new', null],
  ])('on %s marks %s as the current page, and nothing else', (path, label) => {
    const marked = [...places(path).html.matchAll(/aria-current="page"[^>]*>.*?<\/svg>([^<]*)</gs)]
    expect(marked.map(([, name]) => name)).toEqual(label ? [label] : [])
  })
})

describe('the button for a new recording', () => {
  it('is for users who may upload', () => {
    const links = (user = userWith()) =>
      render(<NewRecording />, { known: [answer('getSession', {}, user)] }).links
    expect(links()).toEqual({ 'New recording': '/recordings/new' })
    expect(links(userWith(['hosts:read']))).toEqual({})
  })
})

describe('a page that failed', () => {
  it('can be tried again, and gives the id under which the log has it', () => {
    const { text, buttons, links } = render(<PageFailure digest="d-12" onRetry={() => {}} />)
    expect(text).toContain('Nothing on any host was changed by this.')
    expect(text).toContain('Reference d-12')
    expect(buttons).toEqual(['Try again'])
    expect(links).toEqual({ 'Go to the fleet': '/' })
  })
})
