import type { TracedRequests } from '@steelyard/contract'
import { formatWholePercent } from '@steelyard/contract/format'
import { Alert } from '../ui/alert.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** Where less of the guest's work than this falls into requests, their parts are doubtful. */
const LEAST_WORK = 0.7

export function WorkAlert({
  uploadId,
  traced: { domain, workInRequests },
}: {
  uploadId: string
  traced: Pick<TracedRequests, 'domain' | 'workInRequests'>
}) {
  if (workInRequests >= LEAST_WORK) return null
  return (
    <Alert
      tone="warn"
      title={`Only ${formatWholePercent(workInRequests)} of ${domain}’s CPU time falls into logged requests`}
      action={
        <ButtonLink size="small" href={`/recordings/new?upload=${uploadId}`}>
          Check the files
        </ButtonLink>
      }
    >
      <p>
        Perhaps the clocks of log and trace disagree by more than 1.5 s: then the parts below are
        wrong. Or {domain} also does work that its log does not tell. Check the clocks in the
        settings of the files: the start of the trace, the time zone of the log.
      </p>
    </Alert>
  )
}
