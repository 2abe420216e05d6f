import { type HostCommand, POOL_0 } from '../../host-command.ts'
import { readCpupools } from '../../read-host.ts'
import { formatPCpuList, parsePCpuList } from '../../xl/p-cpu-list.ts'
import { type Cpupools, cpupoolNamed } from '../cpupools.ts'
import { type Lever, plainWords } from '../lever.ts'

/** The pCPUs of Pool-0. */
interface PoolPCpus {
  pCpus: string
}

function valueIn(pools: Cpupools): PoolPCpus | null {
  const numbers = cpupoolNamed(pools, POOL_0)?.pCpuNumbers
  return numbers ? { pCpus: formatPCpuList(numbers) } : null
}

const numbersOf = ({ pCpus }: PoolPCpus) => parsePCpuList(pCpus) ?? []

/** The pCPUs of the first that the second lacks, as a list. */
function without(some: PoolPCpus, others: PoolPCpus): string {
  const there = numbersOf(others)
  return formatPCpuList(numbersOf(some).filter((pCpu) => !there.includes(pCpu)))
}

function commands(from: PoolPCpus, to: PoolPCpus): HostCommand[] {
  const surplus = without(from, to)
  const missing = without(to, from)
  return [
    ...(surplus ? [{ verb: 'cpupool-cpu-remove' as const, pCpus: surplus }] : []),
    ...(missing ? [{ verb: 'cpupool-cpu-add' as const, pCpus: missing }] : []),
  ]
}

const bare = ({ pCpus }: PoolPCpus) => pCpus || 'none'

export const poolPCpus: Lever<PoolPCpus> = {
  about: 'cpupool',
  isRestored: true,
  now: valueIn,
  read: async (shell) => valueIn(await readCpupools(shell)) ?? { pCpus: '' },
  commands,
  // pCPUs are added and removed one by one, so any state in between is possible.
  couldBeOurs: (found, { before, after }) => !without(after, found) && !without(found, before),
  left: null,
  words: { ...plainWords((to) => `pCPUs ${bare(to)}`), bare },
}
