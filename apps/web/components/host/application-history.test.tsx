import type { Application } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { anApplication, idOf } from '../../lib/testing/fixtures.ts'
import { firstPage, refusedPage, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { ApplicationHistory } from './application-history.tsx'

const query = { hostId: idOf(1) }
const history = (applications: Application[], user = userWith()) =>
  render(<ApplicationHistory hostId={idOf(1)} />, {
    user,
    known: [firstPage('listApplications', query, applications)],
  })

it('shows each action, its author and result, and links to the plan', () => {
  const { html, links } = history([
    anApplication({ statement: 'All values agree.', canRollBack: true }),
    anApplication({ id: idOf(52), kind: 'roll-back', state: 'rolled-back', requestedBy: 'Bob' }),
    anApplication({ id: idOf(53), state: 'failed' }),
    anApplication({ id: idOf(54), state: 'applying' }),
  ])
  expect(rowsOf(html)).toEqual([
    ['When', 'What', 'Result', 'By', 'How it ended', 'Actions'],
    ['2 hours ago', 'Application', 'Verified', 'Ada', 'All values agree.', 'Roll back'],
    ['2 hours ago', 'Roll-back', 'Rolled back', 'Bob', '–', ''],
    ['2 hours ago', 'Application', 'Failed', 'Ada', '–', ''],
    ['2 hours ago', 'Application', 'Applying', 'Ada', '–', ''],
  ])
  expect(links['2 hours ago']).toBe(`/changes/${idOf(50)}`)
})

it('offers roll-backs only to users who may apply plans', () => {
  const { buttons } = history([anApplication({ canRollBack: true })], userWith(['hosts:read']))
  expect(buttons).not.toContain('Roll back')
})

it('shows that it is empty, that it is loading, or that it could not be loaded', () => {
  expect(history([]).text).toContain('Nothing applied yet.')
  expect(render(<ApplicationHistory hostId={idOf(1)} />).text).toBe('Loading the history')
  const { text } = render(<ApplicationHistory hostId={idOf(1)} />, {
    known: [refusedPage('listApplications', query)],
  })
  expect(text).toContain('The history could not be loaded')
})
