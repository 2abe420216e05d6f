import { expect, it } from 'vitest'
import { betweenMarkers } from './write-tables.ts'

const [begin, end] = ['<!-- loop results: begin -->', '<!-- loop results: end -->']

it('replaces what stands between the markers of a part and nothing else', () => {
  const other = '<!-- rise results: begin --> kept <!-- rise results: end -->'
  const written = betweenMarkers(`before ${other} ${begin} old ${end} after`, 'loop', 'new')
  expect(written).toBe(`before ${other} ${begin}\n\nnew\n\n${end} after`)
  expect(betweenMarkers(written, 'loop', 'new')).toBe(written)
})

it('refuses a document without them', () => {
  expect(() => betweenMarkers(`${end} ${begin}`, 'loop', 'new')).toThrow('needs')
  expect(() => betweenMarkers(`${begin} ${end}`, 'rise', 'new')).toThrow('needs')
})
