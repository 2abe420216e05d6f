import { type Contradiction, knownHost } from '@steelyard/analysis'
import { HostFacts } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { expect, test } from 'vitest'
import { enrolledHost } from './known-host-of.ts'
import { presentHostFacts } from './present-host-facts.ts'

const inWords = (about: Contradiction['about'], values: (string | number)[]) =>
  words.uploads.contradiction({
    about,
    versions: values.map((value, index) => ({ value, path: `${index}.txt` })),
  })

test('a contradiction names what differs, and which file states what', () => {
  expect(inWords({ what: 'weight', domain: 'vm1' }, [256, 384])).toBe(
    'Saved outputs of xl differ in the weight of vm1: 256 (0.txt), 384 (1.txt).',
  )
  expect(inWords({ what: 'name', id: 2 }, ['vm2', 'db'])).toBe(
    'Saved outputs of xl differ in the name of guest 2: vm2 (0.txt), db (1.txt).',
  )
  expect(inWords({ what: 'scheduler' }, ['credit', 'credit2'])).toBe(
    'Saved outputs of xl differ in the scheduler: credit (0.txt), credit2 (1.txt).',
  )
})

const presented = (inventory: object) => {
  const row = { scheduler: 'credit', pCpus: 2, domains: [], inventory }
  const { facts } = knownHost({ recording: null, xl: [], host: enrolledHost(row) })
  return HostFacts.parse(presentHostFacts(facts))
}

test('presents what the hypervisor for experiments does, as it was read from the host', () => {
  const experiments = {
    boost: 'loan',
    boostLasts: 'dispatch',
    loan: { credits: 1000, share: 0.2, factor: 3 },
    realTimeWeight: 333,
  }
  const read = { xenVersion: '4.17.5-steelyard', cpupools: [], experiments }
  expect(presented(read).experiments).toEqual({
    value: experiments,
    origin: { kind: 'host', path: null },
  })
})

test('presents none of a host that was read before Steelyard knew of them', () => {
  expect(presented({ xenVersion: '4.17.5', cpupools: [] }).experiments).toBeNull()
})
