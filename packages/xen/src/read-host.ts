import { expectSuccess } from './check-answer.ts'
import { type HostCommand, REAL_TIME_POOL, type WeightScheduler } from './host-command.ts'
import { HostError } from './host-error.ts'
import type {
  CpupoolState,
  DomainState,
  HostInventory,
  Reservation,
  VCpuPlacement,
  WeightAndCap,
} from './host-inventory.ts'
import type { RemoteShell } from './remote-shell.ts'
import { type ListedCpupool, parseCpupoolList } from './xl/parse-cpupool-list.ts'
import { parseCpupoolPCpus } from './xl/parse-cpupool-p-cpus.ts'
import { parseInfo } from './xl/parse-info.ts'
import { type ListedDomain, parseListCpupools, parseListVerbose } from './xl/parse-list.ts'
import { parseRtds } from './xl/parse-rtds.ts'
import { type PoolParameters, parseSched, type SchedTable } from './xl/parse-sched.ts'
import { parseVCpuList } from './xl/parse-v-cpu-list.ts'
import { refuseDuplicates } from './xl/rows.ts'

export function isWeightScheduler(scheduler: string): scheduler is WeightScheduler {
  return scheduler === 'credit' || scheduler === 'credit2'
}

/**
 * Reads scheduler, cpupools, pCPUs and all domains, joined by domain id. The commands are separate,
 * so tables disagree when a domain starts or ends between them; then everything is read once more.
 *
 * @throws HostError
 */
export async function readHost(shell: RemoteShell): Promise<HostInventory> {
  try {
    return await readOnce(shell)
  } catch (error) {
    if (error instanceof TablesDisagree) return await readOnce(shell)
    throw error
  }
}

class TablesDisagree extends HostError {
  constructor(detail: string) {
    super('unexpected-answer', "The host's tables of domains disagree with each other.", detail)
  }
}

/** Runs one reading command and returns its output. */
async function ask(shell: RemoteShell, command: HostCommand): Promise<string> {
  return expectSuccess(await shell.run(command), shell.commandLine(command))
}

async function readOnce(shell: RemoteShell): Promise<HostInventory> {
  const info = parseInfo(await ask(shell, { verb: 'info' }))
  const pools = parseCpupoolList(await ask(shell, { verb: 'cpupool-list' }))
  const pCpusOf = await readCpupoolPCpus(shell)
  const listed = withoutZombies(parseListVerbose(await ask(shell, { verb: 'list-uuids' })))
  const poolOf =
    pools.length === 1
      ? new Map(listed.map((domain) => [domain.id, pools[0]!.name]))
      : parseListCpupools(await ask(shell, { verb: 'list-cpupools' }))
  const placement = parseVCpuList(await ask(shell, { verb: 'vcpu-list' }))
  const tables = new Map<string, SchedTable>()
  for (const scheduler of new Set(pools.map((pool) => pool.scheduler).filter(isWeightScheduler))) {
    tables.set(scheduler, parseSched(await ask(shell, { verb: 'sched-read', scheduler })))
  }
  // Other pools have no reservations to read.
  const reservations = pools.some(isForReservations)
    ? await readReservations(shell)
    : new Map<number, Reservation | null>()
  const cpupools = pools.map((pool): CpupoolState => {
    const pCpuNumbers = pCpusOf.get(pool.name) ?? []
    if (pCpuNumbers.length !== pool.pCpus) {
      throw new TablesDisagree(`${pool.name} has a different number of pCPUs`)
    }
    return { ...pool, pCpuNumbers, ...parametersOf(pool.name, tables) }
  })
  const domains = listed.map((domain): DomainState => {
    const cpupool = cpupools.find((pool) => pool.name === poolOf.get(domain.id))
    if (cpupool === undefined) throw new TablesDisagree(`${domain.name} is in no cpupool`)
    return {
      ...domain,
      cpupool: cpupool.name,
      ...weightAndCap(domain, cpupool, tables),
      reservation: reservations.get(domain.id) ?? null,
      vCpuPlacement: placement.get(domain.id) ?? [],
    }
  })
  if (!domains.some((domain) => domain.id === 0)) throw new TablesDisagree('Domain-0 is missing')
  return { readAt: new Date().toISOString(), ...info, cpupools, domains }
}

async function readCpupoolPCpus(shell: RemoteShell): Promise<Map<string, number[]>> {
  return parseCpupoolPCpus(await ask(shell, { verb: 'cpupool-pcpus' }))
}

const isForReservations = ({ name, scheduler }: ListedCpupool) =>
  name === REAL_TIME_POOL && scheduler === 'rtds'

/** Reservations in Steelyard's cpupool, by domain id, each for all vCPUs of the domain. */
export async function readReservations(
  shell: RemoteShell,
): Promise<Map<number, Reservation | null>> {
  return parseRtds(await ask(shell, { verb: 'rtds-read' }))
}

/** The cpupools with their schedulers and pCPUs. */
export async function readCpupools(
  shell: RemoteShell,
): Promise<{ cpupools: Pick<CpupoolState, 'name' | 'scheduler' | 'pCpuNumbers'>[] }> {
  const pools = parseCpupoolList(await ask(shell, { verb: 'cpupool-list' }))
  const pCpusOf = await readCpupoolPCpus(shell)
  return {
    cpupools: pools.map(({ name, scheduler }) => ({
      name,
      scheduler,
      pCpuNumbers: pCpusOf.get(name) ?? [],
    })),
  }
}

/** The cpupool of a domain. Null when the domain is gone. */
export async function readCpupoolOf(shell: RemoteShell, domainId: number): Promise<string | null> {
  return parseListCpupools(await ask(shell, { verb: 'list-cpupools' })).get(domainId) ?? null
}

/** Reads where a domain's vCPUs may run and where they are. */
export async function readPlacement(
  shell: RemoteShell,
  domainId: number,
): Promise<VCpuPlacement[]> {
  const placement = parseVCpuList(await ask(shell, { verb: 'vcpu-list' })).get(domainId)
  if (placement) return placement
  throw new HostError('unexpected-answer', `The host gave no vCPUs for domain ${domainId}.`)
}

/** A dying domain can linger next to its restarted self, under the same UUID. */
function withoutZombies(listed: ListedDomain[]): ListedDomain[] {
  const isTwin = (domain: ListedDomain) =>
    listed.some((other) => other !== domain && other.uuid === domain.uuid)
  const domains = listed.filter((domain) => !(domain.state.includes('d') && isTwin(domain)))
  refuseDuplicates(
    domains.map((domain) => domain.uuid),
    'a list of domains with a UUID each',
  )
  return domains
}

function parametersOf(name: string, tables: Map<string, SchedTable>): Omit<PoolParameters, 'name'> {
  const all = [...tables.values()].flatMap((table) => table.pools)
  const { timeSliceMs, rateLimitUs, migrationDelayUs } = all.find((pool) => pool.name === name) ?? {
    timeSliceMs: null,
    rateLimitUs: null,
    migrationDelayUs: null,
  }
  return { timeSliceMs, rateLimitUs, migrationDelayUs }
}

function weightAndCap(
  domain: ListedDomain,
  cpupool: CpupoolState,
  tables: Map<string, SchedTable>,
): WeightAndCap | { weight: null; cap: null } {
  const table = tables.get(cpupool.scheduler)
  if (table === undefined) return { weight: null, cap: null }
  const row = table.rows.find((candidate) => candidate.id === domain.id)
  // The sched command of another scheduler prints nothing and exits with 0, so a missing row never
  // means "no weight".
  if (row === undefined) throw new TablesDisagree(`${domain.name} has no weight`)
  return { weight: row.weight, cap: row.cap }
}

/**
 * Reads one domain's weight and cap.
 *
 * @throws HostError `unexpected-answer` when the row is missing or concerns another domain
 */
export async function readWeight(
  shell: RemoteShell,
  scheduler: WeightScheduler,
  domainId: number,
): Promise<WeightAndCap> {
  const { rows } = parseSched(await ask(shell, { verb: 'sched-read', scheduler, domainId }))
  const row = rows[0]
  if (rows.length !== 1 || row?.id !== domainId) {
    throw new HostError('unexpected-answer', `The host gave no weight for domain ${domainId}.`)
  }
  return { weight: row.weight, cap: row.cap }
}
