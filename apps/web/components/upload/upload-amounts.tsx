import type { Upload } from '@steelyard/contract'
import { formatBytes, formatCounted } from '@steelyard/contract/format'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'

/** The size and age of an upload. */
export function UploadAmounts({ files, createdAt }: Pick<Upload, 'files' | 'createdAt'>) {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return (
    <p className="text-sm text-ink-soft tabular" title={formatDateTime(createdAt)}>
      {formatCounted(files.length, 'file')} · {formatBytes(bytes)} · {formatRelative(createdAt)}
    </p>
  )
}
