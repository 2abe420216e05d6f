import { expect, it } from 'vitest'
import type { WeightPlanEnd } from '../../weight-plan.ts'
import { weightEndWords, weightNotes, weightTitle } from './weight-plan-words.ts'

const change = {
  before: { weight: 'nonsense', cap: null },
  after: { weight: '512', cap: '50' },
}
const ends: WeightPlanEnd[] = [
  ...(['guest-unknown', 'read-only', 'stored-already', 'never-begun'] as const),
  ...(['stored', 'not-stored', 'restored', 'not-restored'] as const),
].map((code) => ({ code }))
ends.push({ code: 'overruled', found: { weight: '7', cap: null } })

it('says of each end something else, with what XAPI stores', () => {
  const said = ends.map((end) => weightEndWords(end, 'web', change))
  expect(new Set(said).size).toBe(ends.length)
  expect(said).toContain('XAPI stores weight 512, cap 50 %, as read back.')
  expect(said).toContain('XAPI stores weight "nonsense", no cap again, as read back.')
  expect(said.at(-1)).toBe('Somebody else stored weight 7, no cap since. That was left as it is.')
})

it('names the guest in each title, and tells what is stored from what is not', () => {
  const titles = ends.map((end) => weightTitle(end, 'web'))
  for (const title of titles) expect(title).toContain('web')
  expect(new Set(titles).size).toBe(5)
})

it('promises nothing for a guest that runs, and keeps its sentences short', () => {
  const notes = weightNotes('web')
  expect(notes.join(' ')).toMatch(/next start, resume or migration of web, and not before/)
  expect(notes.join(' ')).toMatch(/scheduler is not known/)
  for (const note of [...notes, ...ends.map((end) => weightEndWords(end, 'web', change))])
    for (const sentence of note.split(/(?<=\.) /))
      expect(sentence.split(' ').length).toBeLessThanOrEqual(20)
})
