'use client'

import { formatMs, formatOffset } from '@steelyard/contract/format'
import { Button } from '../../ui/button.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import type { Choice } from './heat-card.tsx'

const MOST = 20

/** The slowest of the selected requests, each with a way to its life. */
export function SlowestTable({ traced: { requests }, selected, picked, onPick }: Choice) {
  return (
    <div className="-mx-4 sm:-mx-6">
      <PlainTable caption="The slowest of the selected requests">
        <thead>
          <tr>
            <HeadCell>Began at</HeadCell>
            <HeadCell numeric>Response time</HeadCell>
            <HeadCell>
              <span className="sr-only">Its life</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {selected.slice(0, MOST).map((number) => (
            <tr key={number} className="border-b border-line last:border-0">
              <RowHead className="align-middle">
                {formatOffset(requests.startSeconds[number])}
              </RowHead>
              <Cell numeric className="align-middle">
                {formatMs(requests.ms[number])}
              </Cell>
              <Cell>
                <Button size="small" onClick={() => onPick(number)}>
                  {number === picked ? 'Shown' : 'Show its life'}
                  <span className="sr-only">, {formatOffset(requests.startSeconds[number])}</span>
                </Button>
              </Cell>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}
