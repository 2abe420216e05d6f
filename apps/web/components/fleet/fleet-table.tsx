import type { FleetHost } from '@steelyard/contract'
import { FleetRow } from './fleet-row.tsx'

const columns = [
  { name: 'Host', width: 'w-[24%]' },
  { name: 'Verdict', width: 'w-44' },
  { name: 'Against targets', width: '' },
  { name: '7 days', width: 'w-28 max-[90rem]:hidden' },
  { name: 'Drift', width: 'w-52 max-xl:hidden' },
  { name: 'Recorded', width: 'w-28' },
]

/** All hosts, dense enough that forty are seen in two screens. */
export function FleetTable({
  hosts,
  waiting,
}: {
  hosts: readonly FleetHost[]
  /** The hosts with a recommendation that waits for a person. */
  waiting: ReadonlySet<string>
}) {
  return (
    <table className="w-full border-collapse text-sm max-lg:block lg:table-fixed">
      <caption className="sr-only">The hosts, the most pressing first</caption>
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line">
          {columns.map(({ name, width }) => (
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
          <FleetRow key={host.id} host={host} waits={waiting.has(host.id)} />
        ))}
      </tbody>
    </table>
  )
}
