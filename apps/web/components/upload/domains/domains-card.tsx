import type { Host, Upload } from '@steelyard/contract'
import { formatItems } from '@steelyard/contract/format'
import { byDomainName, domainsOf } from '../../../lib/uploads/upload-domains.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { MatchTable } from './match-table.tsx'

/** Which domain each name in the files is; folded where nothing about it is open. */
export function DomainsCard({ upload, host }: { upload: Upload; host: Host | null }) {
  const known = (host?.domains ?? []).filter(({ gone }) => !gone).map(({ name }) => name)
  const matched = domainsOf(upload)
  const names = [...new Set([...known, ...matched])].sort(byDomainName)
  const open = upload.openQuestions.filter(({ questionId }) => questionId === 'domain').length
  return (
    <Disclosure
      // A question opens it; answering the last one leaves it as it is.
      key={String(open > 0)}
      initiallyOpen={open > 0}
      summary={
        open > 0
          ? `Which guest is which? ${open} to answer`
          : `Guests matched: ${formatItems(matched) || 'none'}`
      }
    >
      <div className="rounded-lg border border-line">
        <MatchTable upload={upload} names={names} />
      </div>
    </Disclosure>
  )
}
