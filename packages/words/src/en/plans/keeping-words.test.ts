import { expect, it } from 'vitest'
import type { Keeping } from '../../keeping.ts'
import { keepingWords } from './keeping-words.ts'

const KEPT = { code: 'kept', poolId: 'p1', poolName: 'Left', strangers: [] } as const

it.each<[Keeping, string]>([
  [
    { ...KEPT, strangers: [] },
    'XAPI of the pool Left also stores weights and caps, for a guest’s next start, resume or migration. It is asked directly for what the xe commands say. Where either fails, both are rolled back.',
  ],
  [
    { ...KEPT, strangers: ['vm2', 'vm3'] },
    'XAPI of the pool Left also stores weights and caps, for a guest’s next start, resume or migration. It is asked directly for what the xe commands say. Where either fails, both are rolled back. Nothing is stored for vm2 and vm3: unknown to the pool, or not under credit.',
  ],
  [{ code: 'not-linked' }, 'XAPI does not keep them: no connected pool has these guests.'],
  [
    { code: 'read-only', poolName: 'Left' },
    'XAPI does not keep them: the account for the pool Left may only read. With the role vm-admin, a new plan keeps them.',
  ],
  [
    { code: 'unanswered', poolName: 'Left', said: 'Nobody answers.' },
    'XAPI does not keep them: the pool Left could not be asked. Nobody answers.',
  ],
  [
    { code: 'other-scheduler', scheduler: 'credit2' },
    'XAPI does not keep them: it sets weights under the credit scheduler alone, and credit2 runs here.',
  ],
  [
    { code: 'follows-load' },
    'XAPI does not keep them: these caps follow the load and soon change again.',
  ],
])('%o', (keeping, text) => {
  expect(keepingWords(keeping)).toBe(text)
})
