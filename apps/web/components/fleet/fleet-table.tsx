import type { FleetHost } from '@steelyard/contract'
import type { FleetColumn } from './fleet-columns.ts'
import { FleetRow } from './fleet-row.tsx'

const all = [
  { key: null, name: 'Host', width: 'w-[24%]' },
  { key: null, name: 'Verdict', width: 'w-44' },
  { key: 'targets', name: 'Against targets', width: '' },
  { key: 'trend', name: '7 days', width: 'w-28 max-[90rem]:hidden' },
  { key: 'drift', name: 'Connection', width: 'w-52 max-xl:hidden' },
  { key: 'recorded', name: 'Recorded', width: 'w-28' },
] as const

/** All hosts, dense enough that forty are seen in two screens. */
export function FleetTable({
  hosts,
  waiting,
  columns,
}: {
  hosts: readonly FleetHost[]
  /** The hosts with a recommendation that waits for a person. */
  waiting: ReadonlySet<string>
  columns: ReadonlySet<FleetColumn>
}) {
  const heads = all.filter(({ key }) => key === null || columns.has(key))
  return (
    <table className="w-full border-collapse text-sm max-lg:block lg:table-fixed">
      <caption className="sr-only">The hosts, the most pressing first</caption>
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line">
          {heads.map(({ name, width }) => (
            <th
              key={name}
              scope="col"
              className={`${width} h-9 px-2 text-left font-medium whitespace-nowrap text-ink-faint`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {hosts.map((host) => (
          <FleetRow key={host.id} host={host} waits={waiting.has(host.id)} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}
