import { expect, it } from 'vitest'
import { leaveFiles, takeFiles } from './dropped-files.ts'

it('hands the files over once, and only those of the last drop', () => {
  expect(takeFiles()).toEqual([])
  leaveFiles([new File(['a'], 'a.log')])
  leaveFiles([new File(['b'], 'b.log')])
  expect(takeFiles().map(({ name }) => name)).toEqual(['b.log'])
  expect(takeFiles()).toEqual([])
})
