import type { Upload } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import type { ChosenHost } from '../../lib/uploads/chosen-host.ts'
import { groupedQuestions } from '../../lib/uploads/grouped-questions.ts'
import { Button } from '../ui/button.tsx'

/** The one button, always in view, and what it waits for. */
export function AnalyseBar({
  upload,
  host,
  guests,
  isReadingHost,
  busy,
  onAnalyse,
}: {
  upload: Upload
  host: ChosenHost
  guests: readonly string[]
  /** Until its targets are known, an analysis would forget them. */
  isReadingHost: boolean
  busy: boolean
  onAnalyse: () => void
}) {
  const hindrance =
    hindranceOf(upload, host, guests) ?? (isReadingHost ? 'The host is being read ...' : null)
  return (
    <div className="sticky bottom-0 z-20 -mx-1 flex flex-wrap items-center justify-end gap-3 rounded-t-xl border border-b-0 border-line bg-surface px-4 py-3 shadow-float sm:px-6">
      <p className="min-w-0 flex-1 text-sm text-ink-soft [overflow-wrap:anywhere]" role="status">
        {hindrance ?? `${upload.name}: no questions left.`}
      </p>
      <Button
        look="primary"
        size="large"
        busy={busy}
        disabled={hindrance !== null}
        onClick={onAnalyse}
      >
        Analyse
      </Button>
    </div>
  )
}

function hindranceOf(upload: Upload, host: ChosenHost, guests: readonly string[]): string | null {
  const names = upload.openQuestions.filter(({ questionId }) => questionId === 'domain')
  const open = groupedQuestions(upload).length + names.length
  if (open > 0) return `${formatCounted(open, 'question')} to answer first`
  if (!upload.sources.some(({ included }) => included)) return 'Nothing to analyse is included'
  if (guests.length === 0) return 'At least one guest is needed'
  if (host.kind === 'new' && !host.name.trim()) return 'Name the new host'
  return null
}
