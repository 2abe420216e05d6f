import { describe, expect, it } from 'vitest'
import { fileNameOf, isClutter } from './dropped-name.ts'

const fileAt = (name: string, path?: string) => Object.assign(new File([], name), path && { path })

describe('names of dropped files', () => {
  it('keep the folders, so that access/vm1.log and client/vm1.log stay apart', () => {
    expect(fileNameOf(fileAt('vm1.log', '/rec/access/vm1.log'))).toBe('rec/access/vm1.log')
    expect(fileNameOf(fileAt('vm1.log', './vm1.log'))).toBe('vm1.log')
    expect(fileNameOf(fileAt('vm1.log'))).toBe('vm1.log')
  })

  it('omit files that operating systems leave in folders', () => {
    expect(isClutter('rec/.DS_Store')).toBe(true)
    expect(isClutter('__MACOSX/rec/._vm1.log')).toBe(true)
    expect(isClutter('rec/access.log')).toBe(false)
  })
})
