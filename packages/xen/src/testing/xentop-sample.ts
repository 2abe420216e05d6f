import type { DoubleDomain, DoubleHost } from './double-state.ts'

const HEADER =
  '      NAME  STATE   CPU(sec) CPU(%)     MEM(k) MEM(%)  MAXMEM(k) MAXMEM(%) VCPUS NETS NETTX(k) NETRX(k) VBDS   VBD_OO   VBD_RD   VBD_WR  VBD_RSECT  VBD_WSECT SSID\n'
/** CPU use of Domain-0, and of the guests together, in per cent of one pCPU. */
const DOMAIN_0_PERCENT = 6
const GUESTS_PERCENT = 75

/** One sample of `xentop -b -f`, as Xen 4.17 prints it. The guests' use follows their weights. */
export function xentopSample(host: DoubleHost, seconds: number): string {
  const guests = host.domains.filter((domain) => domain.id !== 0)
  const weights = guests.reduce((sum, guest) => sum + guest.weight, 0)
  const totalMb = host.domains.reduce((sum, domain) => sum + domain.memoryMb, 640)
  const rows = host.domains.map((domain) => {
    const percent = domain.id === 0 ? DOMAIN_0_PERCENT : (GUESTS_PERCENT * domain.weight) / weights
    return row(domain, percent, seconds, (100 * domain.memoryMb) / totalMb)
  })
  return HEADER + rows.join('')
}

function row(
  { name, id, state, cpuTimeSeconds, memoryMb, vCpus }: DoubleDomain,
  cpuPercent: number,
  seconds: number,
  memoryPercent: number,
): string {
  const isGuest = id !== 0
  const cpuSeconds = Math.floor(cpuTimeSeconds + (cpuPercent / 100) * seconds)
  const columns: [string | number, number][] = [
    [name, 10],
    [state.includes('r') ? '-----r' : '--b---', 6],
    [cpuSeconds, 10],
    // The first sample has no earlier one to compare with.
    [(seconds === 0 ? 0 : cpuPercent).toFixed(1), 6],
    [memoryMb * 1024, 10],
    [memoryPercent.toFixed(1), 6],
    [memoryMb * 1024 + (isGuest ? 1024 : 0), 10],
    [memoryPercent.toFixed(1), 9],
    [vCpus, 5],
    [isGuest ? 1 : 0, 4],
    ...[0, 0].map((value): [number, number] => [value, 8]),
    [isGuest ? 1 : 0, 4],
    ...[0, isGuest ? 649 : 0, 0].map((value): [number, number] => [value, 8]),
    ...[isGuest ? 33832 : 0, 0].map((value): [number, number] => [value, 10]),
    [0, 4],
  ]
  return `${columns.map(([value, width]) => String(value).padStart(width)).join(' ')}\n`
}
