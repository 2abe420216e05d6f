import type { Upload } from '@steelyard/contract'
import { table } from '../terminal/table.ts'

/** What was recognised in an upload, and what is still open. */
export function showUpload(upload: Upload, address: string): string[] {
  const sources = upload.sources.map(({ path, title, included, domains, trouble }) => [
    path,
    trouble ? `refused: ${trouble.message}` : included ? title : `${title} (left out)`,
    domains.map(({ domain }) => domain ?? '–').join(', '),
  ])
  const open = upload.openQuestions.map(({ text }) => `open: ${text}`)
  return [
    ...(sources.length > 0 ? table([['file', 'recognised as', 'guests'], ...sources]) : []),
    ...upload.warnings.map((warning) => `warning: ${warning}`),
    ...open,
    ...(open.length > 0 ? [`Answer at ${address}/recordings/new?upload=${upload.id}.`] : []),
    `Upload ${upload.id}: ${upload.state}`,
  ]
}
