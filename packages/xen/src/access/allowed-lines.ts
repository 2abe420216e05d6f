import { POOL_0, REAL_TIME_POOL } from '../host-command.ts'

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

/** Programs that need the hypervisor, and therefore root. */
export const ALLOWED_AS_ROOT: AllowedProgram[] = [
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

/** Commands for any account: the time, and whether a program reads the trace buffer. */
export const ALLOWED_UNPRIVILEGED = ['date [+]%s[.]%N', 'pidof xentrace xenbaked']
