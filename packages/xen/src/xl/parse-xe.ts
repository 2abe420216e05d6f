/** A VM in saved output of `xe`. Null for what it does not say. */
interface XeDomain {
  uuid: string
  name: string
  /** Xen's number; -1 where it is not said, or says nothing because VMs of several hosts are listed. */
  id: number
  vCpus: number | null
  weight: number | null
  cap: number | null
}

export interface XeHost {
  pCpus: number | null
  xenVersion: string | null
}

/** `            VCPUs-params (MRW): weight: 512; cap: 0` */
const FIELD = /^\s*([\w-]{1,60}) \( ?(?:[MS]?R[OW])\)(?: \[DEPRECATED\])?\s*:(?: (.*))?$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LONGEST_LINE = 64 * 1024
/** What XAPI sets where `VCPUs-params` does not say it (the defaults of Xen's credit scheduler). */
const DEFAULT_WEIGHT = 256
const DEFAULT_CAP = 0
const CONTROL_DOMAIN = /^Control domain on host\b/

/** Whether a record of `xe` begins with this line: the UUID always comes first. */
export function beginsXe(line: string): boolean {
  const field = fieldOf(line)
  return field !== null && field.name === 'uuid' && UUID.test(field.value)
}

/** Whether records go on with this line; blank lines are between them. */
export function goesOnXe(line: string): boolean {
  return line.trim() === '' || fieldOf(line) !== null
}

/**
 * Parses the records of `xe vm-list` (best with `params=all`), `xe vm-param-list`, `xe host-list`
 * and `xe host-param-list`. VMs that do not run, templates and snapshots are left out: they are no
 * domains.
 */
export function parseXe(lines: readonly string[]): { domains: XeDomain[]; hosts: XeHost[] } {
  const records: Map<string, string>[] = []
  for (const line of lines) {
    const field = fieldOf(line)
    if (!field) continue
    if (field.name === 'uuid') records.push(new Map())
    records.at(-1)?.set(field.name, field.value)
  }
  const isHost = (record: Map<string, string>) =>
    !record.has('power-state') && (record.has('cpu_info') || record.has('software-version'))
  const running = records.filter((record) => !isHost(record) && isRunning(record))
  const homes = new Set(running.flatMap((record) => record.get('resident-on') ?? []))
  return {
    domains: running.flatMap((record) => domainOf(record, homes.size <= 1)),
    hosts: records.filter(isHost).map(hostOf),
  }
}

function fieldOf(line: string): { name: string; value: string } | null {
  const match = line.length <= LONGEST_LINE ? FIELD.exec(line) : null
  return match && { name: match[1]!, value: (match[2] ?? '').trim() }
}

function isRunning(record: Map<string, string>): boolean {
  if (record.get('is-a-template') === 'true' || record.get('is-a-snapshot') === 'true') return false
  return ['running', 'paused', undefined].includes(record.get('power-state'))
}

function domainOf(record: Map<string, string>, isOneHost: boolean): XeDomain[] {
  const label = record.get('name-label')
  if (label === undefined) return []
  const isControl = record.get('is-control-domain') === 'true' || CONTROL_DOMAIN.test(label)
  const id = isControl ? 0 : (wholeOf(record.get('dom-id')) ?? -1)
  const params = record.get('VCPUs-params')
  const paramOf = (name: string, otherwise: number) =>
    params === undefined ? null : (wholeOf(pairsOf(params).get(name)) ?? otherwise)
  const weight = paramOf('weight', DEFAULT_WEIGHT)
  return [
    {
      uuid: record.get('uuid')!.toLowerCase(),
      name: isControl ? 'Domain-0' : label,
      id: isOneHost || isControl ? id : -1,
      vCpus: wholeOf(record.get('VCPUs-number')) || wholeOf(record.get('VCPUs-max')) || null,
      weight: weight !== null && (weight < 1 || weight > 65535) ? null : weight,
      cap: paramOf('cap', DEFAULT_CAP),
    },
  ]
}

function hostOf(record: Map<string, string>): XeHost {
  const version = pairsOf(record.get('software-version') ?? '').get('xen')
  return {
    pCpus: wholeOf(pairsOf(record.get('cpu_info') ?? '').get('cpu_count')) || null,
    xenVersion: /^\d+\.\d+/.exec(version ?? '')?.[0] ?? null,
  }
}

/** `weight: 512; cap: 0` */
function pairsOf(map: string): Map<string, string> {
  return new Map(
    map.split(';').flatMap((pair) => {
      const at = pair.indexOf(':')
      return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const]
    }),
  )
}

function wholeOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}
