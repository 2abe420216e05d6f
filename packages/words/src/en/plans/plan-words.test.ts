import type { Drift, PlanReason } from '@steelyard/xen'
import { expect, it } from 'vitest'
import { driftText, reasonText } from './plan-words.ts'

type Said = { [C in PlanReason['code']]: [Extract<PlanReason, { code: C }>['values'], string][] }

const GIVEN_TOO_MUCH = { name: 'vm1', leastUs: 10 }
const WEIGHT = { kind: 'weight-changed', uuid: null, name: 'vm1', expected: '300', found: '256' }

const SAID: Said = {
  'no-change': [[{}, 'The host already has these values; there is nothing to apply.']],
  'domain-missing': [[{ uuid: 'u1' }, 'No guest with UUID u1 is on the host.']],
  'domain-dying': [[{ name: 'vm1' }, 'vm1 is being destroyed.']],
  'domain-listed-twice': [[{ uuid: 'u1' }, 'The guest with UUID u1 is listed twice.']],
  'domain-0-never-changed': [[{}, 'Weight and cap of Domain-0 are never changed.']],
  'weight-out-of-range': [
    [{ name: 'vm1', most: 65535 }, 'The weight of vm1 must be a whole number from 1 to 65535.'],
  ],
  'cap-out-of-range': [
    [{ name: 'vm1', vCpus: 2 }, 'The cap of vm1 must be a whole number from 0 to 200 for 2 vCPUs.'],
  ],
  'scheduler-unsupported': [
    [
      { name: 'vm1', scheduler: 'rtds' },
      'vm1 runs under the rtds scheduler, which has no weights.',
    ],
  ],
  'drift-since-analysis': [
    [{ drift: WEIGHT as Drift }, 'The weight of vm1 was 300 and is now 256.'],
  ],
  'domain-0-share-falls': [
    [{ from: 0.25, to: 256 / 1152 }, "Domain-0's share falls from 25.0 % to 22.2 %."],
  ],
  'domain-0-starved': [
    [
      { from: 0.25, to: 0.05, needs: 0.112, use: 0.056 },
      "Domain-0's share falls from 25.0 % to 5.0 %, but it needs 11.2 %: it was measured to use 5.6 % of a pCPU. It has to keep twice its use, and at least one part in 21. With less, all guests' packets wait once the guests want more CPU than there is.",
    ],
    [
      { from: 0.25, to: 0.04, needs: 1 / 21, use: null },
      "Domain-0's share falls from 25.0 % to 4.0 %, but it needs 4.8 %: the least, as nobody measured what it uses. With less, all guests' packets wait once the guests want more CPU than there is.",
    ],
  ],
  'domain-0-weighed': [
    [
      { from: 256, to: 384 },
      'XCP-ng weighs Domain-0 by itself, by which vCPUs are active: 256 now, about 384 under this plan. The shares count with that. Predictions count with the weight that was recorded.',
    ],
  ],
  'vcpus-pinned': [
    [{ name: 'vm1' }, 'vm1 is pinned to pCPUs, so its weight counts only against guests there.'],
  ],
  'pcpu-unknown': [
    [{ name: 'vm1', last: 3 }, 'vm1 must be pinned to one or more pCPUs numbered 0 to 3.'],
  ],
  'pcpu-not-in-cpupool': [
    [
      { name: 'vm1', cpupool: 'Pool-0', pCpus: [2, 3] },
      'vm1 is in cpupool Pool-0 and cannot run on pCPU 2, 3, which the pool does not have.',
    ],
    [{ name: null, cpupool: 'Pool-0', pCpus: [4, 5] }, 'Pool-0 has no pCPU 4, 5 to give away.'],
    [{ name: null, cpupool: 'Pool-0', pCpus: [] }, 'Pool-0 has no pCPU none to give away.'],
  ],
  'domain-0-pinned': [
    [
      { affinity: ['0'] },
      'Domain-0 does the disk and network work of all guests. Pinned to 0, it keeps them waiting whenever it waits there.',
    ],
  ],
  'vcpus-share-pcpus': [
    [{ name: 'vm3', vCpus: 3, pCpus: 2 }, 'vm3 has 3 vCPUs for 2 pCPUs: they take turns.'],
    [{ name: 'vm3', vCpus: 2, pCpus: 1 }, 'vm3 has 2 vCPUs for 1 pCPU: they take turns.'],
  ],
  'cpupool-exists': [
    [
      { cpupool: 'steelyard-rt' },
      'The host has a cpupool steelyard-rt already. First roll back the plan that made it.',
    ],
  ],
  'pool-not-alone': [[{}, 'A cpupool needs a plan of its own.']],
  'pool-0-left-empty': [[{}, 'Pool-0 needs a pCPU: Domain-0 cannot leave it.']],
  'domain-0-stays': [[{}, 'Domain-0 cannot leave Pool-0.']],
  'domain-not-in-pool-0': [
    [{ name: 'vm1', cpupool: 'Pool-vm' }, 'vm1 is in cpupool Pool-vm, not Pool-0.'],
  ],
  'no-pcpu-left': [
    [
      { name: 'vm1' },
      'vm1 is pinned to pCPUs that Pool-0 would give away: pin it elsewhere first.',
    ],
  ],
  'reservation-out-of-range': [
    [
      GIVEN_TOO_MUCH,
      'vm1 needs a period and a budget, each of at least 10 µs and less than 10 s. The budget cannot exceed the period.',
    ],
  ],
  'reservations-exceed-pcpus': [
    [
      { promised: 1.4, given: 1 },
      'The vCPUs would be promised 140 % of a pCPU together, more than 1 pCPU can give.',
    ],
    [
      { promised: 2.1, given: 2 },
      'The vCPUs would be promised 210 % of a pCPU together, more than 2 pCPUs can give.',
    ],
  ],
  'scheduler-may-be-missing': [
    [
      {},
      'Many builds of Xen, including Debian’s, leave out the RTDS scheduler. Then the cpupool cannot be made, and everything is restored.',
    ],
  ],
  'values-reset-by-move': [
    [
      { domains: 1 },
      'Xen forgets weight, cap and affinity of the guest during the move; a roll-back sets them again.',
    ],
    [
      { domains: 2 },
      'Xen forgets weight, cap and affinity of the guests during the move; a roll-back sets them again.',
    ],
  ],
}

it.each(
  Object.entries(SAID).flatMap(([code, cases]) =>
    cases.map(([values, text]) => [code, values, text] as const),
  ),
)('%s', (code, values, text) => {
  const reason = { code, effect: 'blocks', uuid: null, values } as PlanReason
  expect(reasonText(reason)).toBe(text)
})

it.each([
  ['domain-missing', 'vm1', null, 'vm1 is no longer on the host.'],
  ['domain-new', null, 'vm1', 'vm1 is new on the host.'],
  ['domain-restarted', '3', '7', 'vm1 was restarted: its id was 3 and is now 7.'],
  ['domain-renamed', 'vm1', 'vm9', 'vm1 is now called vm9.'],
  ['weight-changed', '300', null, 'The weight of vm1 was 300 and is now none.'],
  ['cap-changed', '0', '50', 'The cap of vm1 was 0 and is now 50.'],
  [
    'affinity-changed',
    '1 (vCPU 0), 2-3 (vCPU 1)',
    '3',
    'vm1 could run on pCPUs 1 (vCPU 0), 2-3 (vCPU 1) and can now run on 3.',
  ],
  ['vcpus-changed', '1', '2', 'vm1 had 1 vCPUs and now has 2.'],
  ['cpupool-changed', 'Pool-0', 'Pool-vm', 'vm1 was in cpupool Pool-0 and is now in Pool-vm.'],
  [
    'cpupools-changed',
    'Pool-0 with 0-3',
    'Pool-0 with 0-2',
    'The cpupools and their pCPUs were Pool-0 with 0-3 and are now Pool-0 with 0-2.',
  ],
  [
    'stored-weight-changed',
    'no weight, no cap',
    'weight 512, no cap',
    'XAPI stored no weight, no cap of vm1 and now stores weight 512, no cap.',
  ],
  ['scheduler-changed', 'credit', 'credit2', 'The scheduler of vm1 was credit and is now credit2.'],
  [
    'changed-since-applied',
    'weight 300, cap 0',
    'weight 9, cap 0',
    'vm1 was left with weight 300, cap 0 and now has weight 9, cap 0.',
  ],
  ['changed-since-applied', 'pCPUs 0-1', null, 'vm1 was left with pCPUs 0-1 and now has none.'],
] as const)('%s: %s, now %s', (kind, expected, found, text) => {
  expect(driftText({ kind, uuid: 'u1', name: 'vm1', expected, found })).toBe(text)
})
