import type { User } from '@steelyard/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SessionContext } from '../../lib/use-session.ts'
import { Permitted } from './permitted.tsx'

const viewer = {
  grants: [{ role: 'viewer', tag: null }],
  permissions: ['hosts:read', 'plans:read'],
} as unknown as User

function textFor(user: User, doing?: string): string {
  const html = renderToStaticMarkup(
    <SessionContext value={user}>
      <Permitted needs="plans:apply" doing={doing}>
        <button type="button">Apply</button>
      </Permitted>
    </SessionContext>,
  )
  return html.replaceAll(/<[^>]*>/g, '')
}

it('offers an action to users who may take it', () => {
  expect(textFor({ ...viewer, permissions: ['plans:apply'] }, 'applying plans')).toBe('Apply')
})

it('hides it from everyone else, and gives the reason on request', () => {
  expect(textFor(viewer)).toBe('')
  expect(textFor(viewer, 'applying plans')).toBe(
    'Note: Your role, viewer, does not include applying plans.',
  )
})
