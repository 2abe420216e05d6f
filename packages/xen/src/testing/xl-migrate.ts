import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandAnswer } from '../remote-shell.ts'
import { type DoubleDomain, type DoubleHost, nextId } from './double-state.ts'
import { failWith } from './xl-sched.ts'

/**
 * How a move goes wrong: xl gives it up; the connection that began it is lost, and xl goes on; the
 * guest is lost between both hosts; it is left on both; or it stays half moved.
 */
export type XlMoveFault = 'fails' | 'cut' | 'lost' | 'twice' | 'stuck'

interface Handing {
  from: DoubleHost
  to: DoubleHost
  fault: XlMoveFault | undefined
  forgetsWeight: boolean
  seconds: number
  cut(): void
}

/** Hands a domain over as `xl migrate` of Xen 4.17 does: it arrives paused, under another name. */
export async function migrate(
  { from, to, fault, forgetsWeight, seconds, cut }: Handing,
  domain: DoubleDomain,
): Promise<CommandAnswer> {
  const arriving: DoubleDomain = {
    ...domain,
    id: nextId(to),
    name: `${domain.name}--incoming`,
    state: '--p---',
    ...(forgetsWeight ? { weight: 256, cap: 0 } : {}),
    cpupool: 'Pool-0',
  }
  to.domains.push(arriving)
  await sleep(500 * seconds)
  if (fault === 'cut') cut()
  await sleep(500 * seconds)
  const remove = (host: DoubleHost, { uuid }: DoubleDomain) => {
    host.domains = host.domains.filter((each) => each.uuid !== uuid)
  }
  if (fault === 'fails' || fault === 'lost') remove(to, arriving)
  else if (fault !== 'stuck') Object.assign(arriving, { name: domain.name, state: domain.state })
  if (fault !== 'fails' && fault !== 'twice' && fault !== 'stuck') remove(from, domain)
  const isDone = fault === undefined || fault === 'cut'
  return isDone ? { exitCode: 0, stdout: '', stderr: SAID } : failWith(1, FAILED)
}

export const NO_SUCH_PEER = failWith(
  1,
  'ssh: Could not resolve hostname steelyard-nowhere: Temporary failure in name resolution\n' +
    'libxl: error: libxl_utils.c:505:libxl_read_exactly: file/stream truncated reading banner from migration receiver stream\n' +
    'libxl: info: libxl_exec.c:117:libxl_report_child_exitstatus: migration transport process [885] exited with error status 255',
)

/** Shortened from what Xen 4.17 said; all of it goes to stderr. */
const SAID = [
  'Saving to migration stream new xl format (info 0x3/0x0/1260)',
  'migration target: Ready to receive domain.',
  'xc: info: Saving domain 1, type x86 PV',
  'migration target: Domain started successsfully.',
  'Migration successful.',
  '',
].join('\n')
/** As where the other host was switched off meanwhile. */
const FAILED = [
  'migration target: Ready to receive domain.',
  'xc: info: Saving domain 5, type x86 PV',
  'Connection to 10.77.0.3 closed by remote host.',
  'libxl: error: libxl_utils.c:505:libxl_read_exactly: file/stream truncated reading ipc msg header from domain 5 save/restore helper stdout pipe',
  'migration sender: libxl_domain_suspend failed (rc=-3)',
  'Migration failed, resuming at sender.',
].join('\n')
