import type { Contradiction } from '@steelyard/analysis'
import { expect, test } from 'vitest'
import { contradictionWords } from './present-host-facts.ts'

const inWords = (about: Contradiction['about'], values: (string | number)[]) =>
  contradictionWords({
    about,
    versions: values.map((value, index) => ({ value, path: `${index}.txt` })),
  })

test('a contradiction names what differs, and which file states what', () => {
  expect(inWords({ what: 'weight', domain: 'vm1' }, [256, 384])).toBe(
    'Saved outputs of xl differ in the weight of vm1: 256 (0.txt), 384 (1.txt).',
  )
  expect(inWords({ what: 'name', id: 2 }, ['vm2', 'db'])).toBe(
    'Saved outputs of xl differ in the name of domain 2: vm2 (0.txt), db (1.txt).',
  )
  expect(inWords({ what: 'scheduler' }, ['credit', 'credit2'])).toBe(
    'Saved outputs of xl differ in the scheduler: credit (0.txt), credit2 (1.txt).',
  )
})
