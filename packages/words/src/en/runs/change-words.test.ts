import { expect, it } from 'vitest'
import { changeWords, domainsThat } from './change-words.ts'

const of = (name: string, lowMs: number, highMs: number) => ({
  name,
  change: { ms: (lowMs + highMs) / 2, lowMs, highMs },
})

it('says who becomes faster and who slower, and leaves out what may be chance', () => {
  expect(changeWords([of('vm1', -3, -1), of('vm2', 1, 2), of('vm3', -1, 1)])).toBe(
    'vm1 becomes faster, vm2 becomes slower',
  )
  expect(changeWords([of('vm1', -3, -1), of('vm2', -2, -1)])).toBe('vm1 and vm2 become faster')
  expect(changeWords([of('vm1', 1, 2), of('vm2', 1, 2), of('vm3', 1, 2)])).toBe(
    'vm1, vm2 and vm3 become slower',
  )
})

it('names nobody where nothing is more than chance', () => {
  const chance = [of('vm1', -1, 1), of('vm2', 0, 0), { name: 'vm3', change: null }]
  expect(changeWords(chance)).toBeNull()
  expect(domainsThat('gains', chance)).toEqual([])
})
