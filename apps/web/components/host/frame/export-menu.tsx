'use client'

import { exportAnalysis, urlOf } from '@steelyard/contract'
import { Download } from 'lucide-react'
import Link from 'next/link'
import { DropdownMenu } from 'radix-ui'
import { API_BASE } from '../../../lib/api.ts'
import { Button } from '../../ui/button.tsx'

export const exportTables = [
  { table: 'recommendation', label: 'Recommendation', hint: 'weights, shares, predictions' },
  {
    table: 'windows',
    label: 'Windows',
    hint: 'per domain and window: load, measured, estimates',
  },
  { table: 'estimates', label: 'Estimates', hint: 'each estimator with its breakdown' },
  { table: 'errors', label: 'Errors', hint: 'MAPE, median and bias' },
  { table: 'observations', label: 'Observations', hint: 'what was read from the files' },
] as const

const formats = ['csv', 'json'] as const

const itemLook =
  'flex min-h-8 items-center justify-between gap-6 rounded-md px-3 text-sm outline-none data-[highlighted]:bg-sunken'

/** The report of the recording, and every table of it as CSV or JSON. */
export function ExportMenu({ hostId, analysisId }: { hostId: string; analysisId: string }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button>
          <Download aria-hidden /> Export
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-40 rounded-lg border border-line bg-surface p-1.5 shadow-float"
        >
          <DropdownMenu.Item asChild>
            <Link href={`/hosts/${hostId}/report?recording=${analysisId}`} className={itemLook}>
              Report <span className="text-ink-faint">A4</span>
            </Link>
          </DropdownMenu.Item>
          {exportTables.flatMap(({ table, label }) =>
            formats.map((format) => (
              <DropdownMenu.Item key={table + format} asChild>
                <a
                  download
                  href={urlOf(API_BASE, exportAnalysis.path, { id: analysisId, table }, { format })}
                  className={itemLook}
                >
                  {label} <span className="text-ink-faint">{format.toUpperCase()}</span>
                </a>
              </DropdownMenu.Item>
            )),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
