import type { Upload } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { anUpload, idOf } from '../../../lib/testing/fixtures.ts'
import { firstPage, refusedPage, render } from '../../../lib/testing/render.tsx'
import { RecentUploads } from './recent-uploads.tsx'

const query = { limit: 10 }
const recent = (uploads: Upload[], cursor: string | null = null) =>
  render(<RecentUploads />, { known: [firstPage('listUploads', query, uploads, cursor)] })

it('is hidden where nothing was uploaded', () => {
  expect(recent([]).text).toBe('')
})

it('shows that it is loading, and what went wrong', () => {
  expect(render(<RecentUploads />).text).toContain('Loading')
  const { text, buttons } = render(<RecentUploads />, {
    known: [refusedPage('listUploads', query)],
  })
  expect(text).toContain('The API said no.')
  expect(buttons).toEqual(['Try again'])
})

it.each([
  ['receiving', 'Not finished'],
  ['inspecting', 'Being recognised'],
  ['ready', 'Ready'],
  ['refused', 'Refused'],
] as const)('links to an upload that is %s, shows this, and can delete it', (state, word) => {
  const { text, buttons, links } = recent([anUpload({ state })])
  expect(text).toContain(`Monday 0 files · 0 B · 2 hours ago ${word}`)
  expect(buttons).toEqual(['Delete Monday'])
  expect(links).toEqual({ Monday: `/recordings/new?upload=${idOf(20)}` })
})

it('does not delete an upload that is still being written', () => {
  const { text, buttons } = recent([anUpload({ state: 'recording' })])
  expect(text).toContain('Being recorded')
  expect(buttons).toEqual(['Delete Monday (off)'])
})

it('shows a stopped recording as cancelled', () => {
  const trouble = { code: 'cancelled', message: 'Stopped.' }
  expect(recent([anUpload({ state: 'refused', trouble })]).text).toMatch(/Cancelled$/)
})

it('shows more where there are more', () => {
  expect(recent([anUpload()], 'next').buttons).toContain('Show more')
})
