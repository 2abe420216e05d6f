import { expect, it } from 'vitest'
import { notesOn } from './traced-notes.ts'

const sound = {
  coarse: new Set<string>(),
  crowded: new Set<string>(),
  untimed: 0,
  schedule: { gaps: [] },
}

it('tells for how long nothing is known because records were lost, and how to avoid it', () => {
  const gaps = [
    { fromSeconds: 1, toSeconds: 1.008 },
    { fromSeconds: 3, toSeconds: 3.25 },
  ]
  const [note] = notesOn({ ...sound, schedule: { gaps } })
  expect(note).toContain('Nothing is known of 0.258 s')
  expect(note).toContain('xentrace -S 256')
})

it('tells of logs and requests that cannot be used, and is silent otherwise', () => {
  expect(notesOn(sound)).toEqual([])
  const some = { coarse: new Set(['vm1']), crowded: new Set(['vm2']), untimed: 1200 }
  const notes = notesOn({ ...sound, ...some })
  expect(notes).toEqual([
    expect.stringContaining('vm1 stamps whole seconds'),
    expect.stringContaining('log of vm2, more than 4,096 requests were in flight at once'),
    expect.stringContaining('1,200 requests have no duration'),
  ])
})
