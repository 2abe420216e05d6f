import { type PoolScheduler, REAL_TIME_POOL } from '../../host-command.ts'
import { readCpupools } from '../../read-host.ts'
import { formatPCpuList } from '../../xl/p-cpu-list.ts'
import { type Cpupools, cpupoolNamed } from '../cpupools.ts'
import { type Lever, plainWords } from '../lever.ts'

/** Whether there is a real-time cpupool, and how it is defined. */
interface PoolDefinition {
  pool: { scheduler: PoolScheduler; pCpus: string } | null
}

function valueIn(pools: Cpupools): PoolDefinition {
  const pool = cpupoolNamed(pools, REAL_TIME_POOL)
  if (!pool) return { pool: null }
  const pCpus = formatPCpuList(pool.pCpuNumbers)
  return { pool: { scheduler: pool.scheduler as PoolScheduler, pCpus } }
}

function value({ pool }: PoolDefinition): string {
  if (!pool) return `no cpupool ${REAL_TIME_POOL}`
  return `cpupool ${REAL_TIME_POOL} (${pool.scheduler}, pCPUs ${pool.pCpus})`
}

const step = (name: string, to: PoolDefinition) =>
  to.pool ? `Make ${value(to)}.` : `Destroy cpupool ${name}.`

export const cpupool: Lever<PoolDefinition> = {
  about: 'cpupool',
  isRestored: true,
  now: valueIn,
  read: async (shell) => valueIn(await readCpupools(shell)),
  commands: (_, { pool }) => [
    pool ? { verb: 'cpupool-create', ...pool } : { verb: 'cpupool-destroy' },
  ],
  // The real-time cpupool belongs to Steelyard, whatever its definition.
  couldBeOurs: () => true,
  left: null,
  words: { ...plainWords(value), setting: step, restoring: step },
}
