import type { Source, Upload } from '@steelyard/contract'
import { IDLE_TIME } from '../../../lib/uploads/upload-domains.ts'
import { MatchRow } from './match-row.tsx'

/** Some CPU traces list idle time as if it were a domain. */
function isIdleTime({ observes }: Source, found: string): boolean {
  return observes === 'cpu' && found === IDLE_TIME
}

/** Maps each name that a source contains to a domain. */
export function MatchTable({ upload, names }: { upload: Upload; names: string[] }) {
  const named = upload.sources
    .filter((source) => source.included)
    .flatMap((source) => source.domains.map(({ found }) => ({ source, found })))
  const rows = named.filter(({ source, found }) => !isIdleTime(source, found))
  if (rows.length === 0) {
    return (
      <p className="px-4 py-5 text-ink-soft sm:px-6">
        No included source names a guest. Go back and include a trace or an access log.
      </p>
    )
  }
  return (
    <div className="pt-3">
      <div
        aria-hidden
        className="hidden gap-4 border-b border-line px-6 pb-2 text-sm font-medium text-ink-faint sm:grid sm:grid-cols-[1fr_minmax(9rem,0.6fr)_minmax(12rem,0.8fr)]"
      >
        <span>Source</span>
        <span>Name found</span>
        <span>Stands for</span>
      </div>
      <ul className="divide-y divide-line">
        {rows.map(({ source, found }) => (
          <MatchRow
            key={`${source.id} ${found}`}
            upload={upload}
            source={source}
            found={found}
            names={names}
          />
        ))}
      </ul>
      {rows.length < named.length ? (
        <p className="border-t border-line px-4 pt-3 pb-4 text-sm text-ink-faint sm:px-6">
          Idle time in CPU traces is read as such; it is not a guest.
        </p>
      ) : null}
    </div>
  )
}
