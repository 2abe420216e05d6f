import { expect, it } from 'vitest'
import { betweenMarkers } from './write-tables.ts'

const [begin, end] = ['<!-- loop results: begin -->', '<!-- loop results: end -->']

it('replaces what stands between the markers and nothing else', () => {
  const written = betweenMarkers(`before ${begin} old ${end} after`, 'new')
  expect(written).toBe(`before ${begin}\n\nnew\n\n${end} after`)
  expect(betweenMarkers(written, 'new')).toBe(written)
})

it('refuses a document without them', () => {
  expect(() => betweenMarkers(`${end} ${begin}`, 'new')).toThrow('needs')
})
