import type { Application, ReadValue } from '@steelyard/contract'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { ReadBackMark } from './read-back-table.tsx'

const names: Record<ReadValue['what'], string> = {
  affinity: 'pCPUs',
  'pool-pcpus': 'pCPUs',
  cpupool: 'The cpupool',
  membership: 'Where it is',
  reservation: 'Reservation',
  'stored-weight': 'Stored in XAPI',
}

/** The values other than weights and caps that the host reported afterwards. */
export function AlsoReadTable({ kind, alsoRead }: Pick<Application, 'kind' | 'alsoRead'>) {
  const after = kind === 'roll-back' ? 'roll-back' : 'application'
  return (
    <PlainTable caption={`Other values read back after the ${after}`}>
      <thead>
        <tr>
          <HeadCell>Domain or cpupool</HeadCell>
          <HeadCell>What</HeadCell>
          <HeadCell>Wanted</HeadCell>
          <HeadCell>Read</HeadCell>
          <HeadCell>Result</HeadCell>
        </tr>
      </thead>
      <tbody>
        {alsoRead.map(({ subject, what, expected, found, matches }) => (
          <tr key={subject + what} className="border-b border-line last:border-0">
            <RowHead>{subject}</RowHead>
            <Cell>{names[what]}</Cell>
            <Cell className="tabular">{expected}</Cell>
            <Cell className="font-semibold tabular">{found ?? 'not readable'}</Cell>
            <Cell>
              <ReadBackMark matches={matches} isKnown={found !== null} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
