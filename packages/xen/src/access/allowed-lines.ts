import { POOL_0, REAL_TIME_POOL } from '../host-command.ts'
import { HostError } from '../host-error.ts'
import { isMoveAlias } from '../move-alias.ts'

/**
 * The allow-list as POSIX extended regular expressions over what follows the program's name. The
 * sudoers rules and the gate share one list, which a property test compares with `renderArguments`.
 * Domain-0 (id 0) can be read and pinned; its weight and cap are never set.
 */
const upTo = (digits: number) => `[0-9]${'[0-9]?'.repeat(digits - 1)}`
const fromOne = (digits: number) => `[1-9]${'[0-9]?'.repeat(digits - 1)}`
const ID = upTo(5)
const CAP = upTo(6)
const PCPU = `[0-9]${'[0-9]?'.repeat(3)}`
/** The lists that `isPcpuList` accepts, such as `0-2,5`. */
const PCPUS = `${PCPU}([-,]${PCPU})*`

interface AllowedProgram {
  name: string
  /** Path in Debian and XCP-ng. */
  path: string
  arguments: string[]
}

/** Programs that need the hypervisor, and therefore root, on every host. */
const ALWAYS: AllowedProgram[] = [
  {
    name: 'xl',
    path: '/usr/sbin/xl',
    arguments: [
      'info',
      'list -[cv]',
      'cpupool-list( -c)?',
      'vcpu-list',
      `vcpu-pin ${ID} (all|${upTo(4)}) (all|${PCPUS})`,
      `cpupool-cpu-(add|remove) ${POOL_0} ${PCPUS}`,
      `cpupool-create name="${REAL_TIME_POOL}" sched="(rtds|credit)" cpus="${PCPUS}"`,
      `cpupool-destroy ${REAL_TIME_POOL}`,
      `cpupool-migrate ${fromOne(5)} (${POOL_0}|${REAL_TIME_POOL})`,
      'sched-rtds -v all',
      `sched-rtds -d ${fromOne(5)} -v all -p ${fromOne(7)} -b ${fromOne(7)} -e [01]`,
      `sched-credit2?( -d ${ID})?`,
      `sched-credit2? -d ${fromOne(5)} -w ${fromOne(5)}( -c ${CAP})?`,
      `sched-credit2? -d ${fromOne(5)} -c ${CAP}`,
    ],
  },
  {
    name: 'stdbuf',
    path: '/usr/bin/stdbuf',
    arguments: [`-oL xentop -b -f -d ${fromOne(2)} -i ${fromOne(4)}`],
  },
  {
    name: 'xentrace',
    path: '/usr/sbin/xentrace',
    arguments: [
      `-D -S 256 -e 0x0002f000 -T ${fromOne(4)} /dev/stdout`,
      '-D -X -e 0x0ffff000 -T 1 /dev/stdout',
    ],
  },
]

/**
 * Programs that need the hypervisor, and therefore root.
 *
 * @param movesTo aliases of the hosts that guests may be moved to: the right to move is one of its own,
 *   which a host gets only in a pool of hosts
 * @throws HostError `invalid-argument`
 */
export function allowedAsRoot(movesTo: readonly string[]): AllowedProgram[] {
  if (!movesTo.every(isMoveAlias))
    throw new HostError('invalid-argument', 'That is no alias of a host of the pool.')
  const moves = movesTo.map((alias) => `migrate ${fromOne(5)} ${alias}`)
  return ALWAYS.map((program) =>
    program.name === 'xl' ? { ...program, arguments: [...program.arguments, ...moves] } : program,
  )
}

/** Commands for any account: the time, whether a program reads the trace buffer, or moves a guest. */
export const ALLOWED_UNPRIVILEGED = [
  'date [+]%s[.]%N',
  'pidof xentrace xenbaked',
  'pgrep -f xl[.]migrat[+]e[.][+]steelyard',
]
