import type { Source } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { MAX_TRACED_SECONDS } from '@steelyard/contract/plain'
import { Download } from 'lucide-react'
import { addressOf } from '../../lib/operations.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

const MOST_SECONDS = 600

/** Part of a trace of xentrace as a download for Perfetto. */
export function PerfettoExport({ uploadId, source }: { uploadId: string; source: Source }) {
  const action = addressOf('/uploads/:id/sources/:sourceId/perfetto', {
    id: uploadId,
    sourceId: source.id,
  })
  const length = lengthOf(source)
  return (
    // A plain form: the browser sends the two fields as the query of the download.
    <form action={action} method="get" className="space-y-3 text-sm">
      <p className="max-w-prose text-ink-soft">
        Shows which vCPU had which pCPU when, and which waited meanwhile. Up to {MAX_TRACED_SECONDS}{' '}
        s also show the requests of access logs that stamp milliseconds. Open the file at{' '}
        <a
          className="text-accent underline underline-offset-4"
          href="https://ui.perfetto.dev"
          target="_blank"
          rel="noreferrer"
        >
          ui.perfetto.dev
        </a>
        , which reads it in the browser and sends it nowhere.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={`From, s${length ? ` of ${formatCount(length)}` : ''}`} className="w-36">
          <Input
            name="fromSeconds"
            type="number"
            min={0}
            step="any"
            defaultValue={0}
            {...(length ? { max: length } : {})}
          />
        </Field>
        <Field label="Length, s" className="w-32">
          <Input
            name="seconds"
            type="number"
            min={0.001}
            max={MOST_SECONDS}
            step="any"
            defaultValue={30}
          />
        </Field>
        <Button type="submit">
          <Download aria-hidden /> Download for Perfetto
        </Button>
      </div>
    </form>
  )
}

/** Whole seconds from its first record to its last; null until it has been read to its end. */
function lengthOf({ report }: Source): number | null {
  if (!report?.firstAt || !report.lastAt) return null
  return Math.floor((Date.parse(report.lastAt) - Date.parse(report.firstAt)) / 1000)
}
