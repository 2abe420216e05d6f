'use client'

import { exportAnalysis, urlOf } from '@steelyard/contract'
import { Download } from 'lucide-react'
import Link from 'next/link'
import { useId } from 'react'
import { API_BASE } from '../../../lib/api.ts'
import { exportTables } from '../../analysis/export-tables.ts'
import { Button } from '../../ui/button.tsx'

const formats = ['csv', 'json'] as const

const itemLook =
  'flex min-h-8 items-center justify-between gap-6 rounded-md px-3 text-sm hover:bg-sunken'

/** The report of the recording, and every table of it as CSV or JSON. */
export function ExportMenu({ hostId, analysisId }: { hostId: string; analysisId: string }) {
  const id = useId()
  const anchor = `--${id.replaceAll(/\W/g, '')}`
  return (
    <>
      <Button popoverTarget={id} style={{ anchorName: anchor }}>
        <Download aria-hidden /> Export
      </Button>
      <ul
        id={id}
        popover="auto"
        style={{ positionAnchor: anchor }}
        className="inset-auto mt-1.5 rounded-lg border border-line bg-surface p-1.5 text-ink shadow-float [position-area:bottom_span-left]"
      >
        <li>
          <Link href={`/hosts/${hostId}/report?recording=${analysisId}`} className={itemLook}>
            Report <span className="text-ink-faint">A4</span>
          </Link>
        </li>
        {exportTables.flatMap(({ table, label }) =>
          formats.map((format) => (
            <li key={table + format}>
              <a
                download
                href={urlOf(API_BASE, exportAnalysis.path, { id: analysisId, table }, { format })}
                className={itemLook}
              >
                {label} <span className="text-ink-faint">{format.toUpperCase()}</span>
              </a>
            </li>
          )),
        )}
      </ul>
    </>
  )
}
