import type { HostFacts } from '@steelyard/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HostFactsCard } from './host-facts-card.tsx'

const xl = { kind: 'xl-output', path: 'xl-list.txt' } as const
const facts: HostFacts = {
  scheduler: { value: 'credit', origin: xl },
  tsliceMs: { value: 30, origin: xl },
  ratelimitUs: { value: 1000, origin: xl },
  xenVersion: null,
  pCpus: { value: 2, origin: { kind: 'host', path: null } },
  experiments: null,
  domains: [
    {
      domain: 'vm10',
      xenId: { value: 4, origin: xl },
      weight: { value: 384, origin: { kind: 'recording', path: null } },
      cap: { value: 50, origin: xl },
      vCpus: { value: 2, origin: xl },
    },
    { domain: 'vm2', xenId: null, weight: null, cap: { value: 0, origin: xl }, vCpus: null },
  ],
  contradictions: ['Saved outputs of xl differ in the weight of vm2: 256 (a), 384 (b).'],
}

const textOf = (shown: HostFacts) =>
  renderToStaticMarkup(<HostFactsCard facts={shown} />)
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|[\s|]*/g, '|')

it('shows each fact with its source, and what is unknown', () => {
  const text = textOf(facts)
  expect(text).toContain('Scheduler credit |from xl-list.txt|')
  expect(text).toContain('Time slice 30 ms |from xl-list.txt|Ratelimit 1,000 µs |from xl-list.txt|')
  expect(text).not.toContain('Xen 4')
  expect(text).toContain('2 pCPUs |from the host, as it is now|')
  expect(text).toContain('the weight of vm2: 256 (a), 384 (b). None of these values is used.')
  expect(text).toContain(
    [
      '|vm2|not known|not known|none |from xl-list.txt|not known',
      'vm10|4 |from xl-list.txt|384 |from recording.json|50 % |from xl-list.txt|2 |from xl-list.txt|',
    ].join('|'),
  )
})

it('shows what a hypervisor for experiments does', () => {
  const loan = { credits: 1000, share: 0.2, factor: 3 }
  const value = { boost: 'always', boostLasts: 'tick', loan, realTimeWeight: 333 } as const
  const origin = { kind: 'host', path: null } as const
  expect(textOf({ ...facts, experiments: { value, origin } })).toContain(
    'For experiments: every delayed I/O event boosts, guests of weight 333 go first, RTDS available |from the host, as it is now|',
  )
  expect(textOf(facts)).not.toContain('For experiments')
})
