import type { HostInventory } from '../host-inventory.ts'
import { readHost } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { parseClockRateHz } from '../xl/parse-info.ts'
import type { RecordedDomain, SeenChange } from './recording-facts.ts'

interface HostTables {
  inventory: HostInventory
  /** Every table as xl printed it, below the command that printed it. */
  text: string
  tscHz: number | null
}

/** Reads the host, and keeps its output verbatim. */
export async function readTables(shell: RemoteShell): Promise<HostTables> {
  let said: string[] = []
  let tscHz: number | null = null
  const listening: RemoteShell = {
    commandLine: (command) => shell.commandLine(command),
    stream: (command, options) => shell.stream(command, options),
    close: () => shell.close(),
    async run(command, options) {
      const answer = await shell.run(command, options)
      if (command.verb === 'info') {
        said = [] // the first command, which is repeated if the tables disagreed
        tscHz = parseClockRateHz(answer.stdout)
      }
      said.push(`$ ${shell.commandLine(command)}\n${answer.stdout}`)
      return answer
    },
  }
  const inventory = await readHost(listening)
  return { inventory, text: said.join(''), tscHz }
}

export function recordedDomains({ domains }: HostInventory): RecordedDomain[] {
  return domains.map(({ id, name, uuid, vCpus, weight, cap }) => ({
    id,
    name,
    uuid,
    vCpus,
    weight,
    cap,
  }))
}

/** The differences between two readings of one host. */
export function changesBetween(before: HostInventory, after: HostInventory): SeenChange[] {
  const changes: SeenChange[] = []
  for (const old of before.domains) {
    const { uuid, name } = old
    const now = after.domains.find((domain) => domain.uuid === uuid)
    if (!now) {
      changes.push({ uuid, name, kind: 'gone', before: old.id, after: null })
      continue
    }
    const pairs = [
      ['restarted', old.id, now.id],
      ['weight', old.weight, now.weight],
      ['cap', old.cap, now.cap],
    ] as const
    for (const [kind, was, is] of pairs) {
      if (was !== is) changes.push({ uuid, name, kind, before: was, after: is })
    }
  }
  for (const { uuid, name, id } of after.domains) {
    const isNew = !before.domains.some((domain) => domain.uuid === uuid)
    if (isNew) changes.push({ uuid, name, kind: 'started', before: null, after: id })
  }
  return changes
}
