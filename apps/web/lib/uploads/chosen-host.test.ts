import { expect, it } from 'vitest'
import { suggestedHost } from './chosen-host.ts'

const hosts = [
  { id: 'a', name: 'Monday' },
  { id: 'b', name: 'other' },
]

it('is the host of the recording, else one of the same name, else a new one', () => {
  expect(suggestedHost('monday', 'b', hosts)).toEqual({ kind: 'known', id: 'b' })
  expect(suggestedHost('monday', null, hosts)).toEqual({ kind: 'known', id: 'a' })
  expect(suggestedHost('tuesday', null, hosts)).toEqual({ kind: 'new', name: 'tuesday' })
})

it('is never named after the date of the upload', () => {
  expect(suggestedHost('Upload of 2026-11-22 06:51', null, hosts)).toEqual({
    kind: 'new',
    name: '',
  })
})
