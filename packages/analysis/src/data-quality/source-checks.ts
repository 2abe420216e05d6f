import { type Check, reason } from './check.ts'

const rejected: Check = ({ sources }) =>
  sources.flatMap(({ path, lines, rejected: count }) =>
    count === 0
      ? []
      : [
          reason(
            count > 0.01 * lines ? 'warning' : 'info',
            'rejected-lines',
            `${path}: ${count} of ${lines} lines were rejected.`,
          ),
        ],
  )

/** What several sources say alike, such as the files of one xenmon run, is said once. */
const told: Check = ({ sources, notes }) => {
  const paths = new Map<string, string[]>()
  for (const source of sources) {
    for (const note of source.notes) paths.set(note, [...(paths.get(note) ?? []), source.path])
  }
  return [
    ...notes.map((text) => reason('info', 'note', text)),
    ...[...paths].map(([note, from]) => reason('info', 'source-note', `${someOf(from)}: ${note}`)),
  ]
}

function someOf(paths: readonly string[]): string {
  const [first, ...others] = paths
  return others.length === 0 ? first! : `${first} and ${others.length} more`
}

export const sourceChecks: readonly Check[] = [rejected, told]
