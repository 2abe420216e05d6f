import { expect, it } from 'vitest'
import type { PlaceRefusal } from '../../place-refusal.ts'
import { placeRefusalWords, WLB_WORDS } from './place-words.ts'

const refusals: PlaceRefusal[] = [
  { code: 'maintenance' },
  { code: 'storage' },
  { code: 'cpu-features' },
  { code: 'load-unknown' },
  { code: 'apart', guest: 'web' },
  { code: 'memory', freeBytes: 2 * 1024 ** 3, wantedBytes: 8 * 1024 ** 3 },
  { code: 'no-room', idlePCpus: 1.5, wanted: 2 },
]

it('says of a host why it does not suit, in sentences of their own', () => {
  const said = refusals.map((refusal) => placeRefusalWords(refusal, 'xen1'))
  expect(new Set(said).size).toBe(refusals.length)
  for (const each of said) expect(each).toContain('xen1')
  expect(said[5]).toMatch(/2\.00 GiB.*8\.00 GiB/)
})

it('keeps its sentences short', () => {
  const { notOfPool, ...others } = WLB_WORDS
  const said = refusals.map((refusal) => placeRefusalWords(refusal, 'xen1'))
  const all = [...said, notOfPool('192.0.2.1'), ...Object.values(others)]
  for (const sentence of all.flatMap((text) => text.split(/(?<=\.) /)))
    expect(sentence.split(' ').length).toBeLessThanOrEqual(20)
})
