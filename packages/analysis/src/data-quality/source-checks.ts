import type { QualityCheck } from './check.ts'
import type { Finding } from './finding.ts'

const rejected: QualityCheck = ({ sources }) =>
  sources.flatMap(({ path, lines, rejected: count }) =>
    count === 0
      ? []
      : [
          {
            code: 'rejected-lines',
            severity: count > 0.01 * lines ? 'warning' : 'info',
            path,
            lines,
            rejected: count,
          },
        ],
  )

/** A note that several sources share, such as the files of one xenmon run, is reported once. */
const notesOfSources: QualityCheck = ({ sources, notes }) => {
  const paths = new Map<string, string[]>()
  for (const source of sources) {
    for (const note of source.notes) paths.set(note, [...(paths.get(note) ?? []), source.path])
  }
  const grave = new Set(
    sources.flatMap(({ gaveNothing, notes: [first] }) => (gaveNothing ? first : [])),
  )
  return [
    ...notes.map((text): Finding => ({ code: 'note', severity: 'info', text })),
    ...[...paths].map(
      ([text, from]): Finding => ({
        code: 'source-note',
        severity: grave.has(text) ? 'warning' : 'info',
        text,
        paths: from,
      }),
    ),
  ]
}

export const sourceChecks: readonly QualityCheck[] = [rejected, notesOfSources]
