import type { CheckedHost } from './checked-host.ts'

type Belongs = (host: CheckedHost) => boolean

const asksFor =
  (from: number, to: number): Belongs =>
  ({ utilisation }) =>
    utilisation >= from && utilisation < to

const kinds: { title: string; belongs: Belongs }[] = [
  { title: '< 50 %', belongs: asksFor(0, 0.5) },
  { title: '50-70 %', belongs: asksFor(0.5, 0.7) },
  { title: '70-85 %', belongs: asksFor(0.7, 0.85) },
  { title: '>= 85 %', belongs: asksFor(0.85, 1) },
  { title: 'one pCPU', belongs: ({ pCpus }) => pCpus === 1 },
  { title: '2-4 pCPUs', belongs: ({ pCpus }) => pCpus > 1 },
  { title: 'all', belongs: () => true },
]

export interface Group {
  scheduler: CheckedHost['scheduler']
  /** A range of CPU demand, a range of pCPUs, or all. */
  kind: string
  hosts: CheckedHost[]
}

/** Groups the hosts by scheduler and by each kind; empty groups are left out. */
export function groupsOf(hosts: readonly CheckedHost[]): Group[] {
  return (['credit', 'credit2'] as const)
    .flatMap((scheduler) =>
      kinds.map(({ title, belongs }) => ({
        scheduler,
        kind: title,
        hosts: hosts.filter((host) => host.scheduler === scheduler && belongs(host)),
      })),
    )
    .filter((group) => group.hosts.length > 0)
}
