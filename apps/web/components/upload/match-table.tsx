import type { Upload } from '@steelyard/contract'
import { MatchRow } from './match-row.tsx'

/** Name found -> domain, source by source. */
export function MatchTable({ upload, names }: { upload: Upload; names: string[] }) {
  const rows = upload.sources
    .filter((source) => source.included)
    .flatMap((source) => source.domains.map(({ found }) => ({ source, found })))
  if (rows.length === 0) {
    return (
      <p className="px-4 py-5 text-ink-soft sm:px-6">
        No included source names a domain. Go back and include a trace or an access log.
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
    </div>
  )
}
