import { exportAnalysis, urlOf } from '@steelyard/contract'
import { Download } from 'lucide-react'
import { API_BASE } from '../../lib/api.ts'
import { Button } from '../ui/button.tsx'

const tables = [
  { table: 'windows', label: 'Windows', hint: 'per domain and window: load, measured, estimates' },
  { table: 'observations', label: 'Observations', hint: 'what was read from the files' },
  { table: 'estimates', label: 'Estimates', hint: 'each estimator with its breakdown' },
  { table: 'errors', label: 'Errors', hint: 'MAPE, median and bias' },
  { table: 'recommendation', label: 'Recommendation', hint: 'weights, shares, predictions' },
] as const

const formats = ['csv', 'json'] as const

export function DownloadList({ analysisId }: { analysisId: string }) {
  return (
    <ul className="divide-y divide-line">
      {tables.map(({ table, label, hint }) => (
        <li key={table} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0">
          <div className="min-w-0 flex-1 basis-44 text-sm">
            <p className="font-medium">{label}</p>
            <p className="text-ink-faint">{hint}</p>
          </div>
          <div className="flex gap-2">
            {formats.map((format) => (
              <Button key={format} size="small" asChild>
                <a
                  href={urlOf(API_BASE, exportAnalysis.path, { id: analysisId, table }, { format })}
                  download
                >
                  <Download aria-hidden />
                  <span className="sr-only">{label} as </span>
                  {format.toUpperCase()}
                </a>
              </Button>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
