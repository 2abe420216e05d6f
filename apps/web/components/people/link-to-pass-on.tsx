import type { AccountLink } from '@steelyard/contract'
import { formatDateTime } from '../../lib/format/dates.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** A one-time link, which is shown only now. */
export function LinkToPassOn({
  link: { url, expiresAt, mailed },
  to,
  onDone,
}: {
  link: AccountLink
  to: string
  onDone: () => void
}) {
  return (
    <div className="space-y-4">
      {mailed ? (
        <Alert tone="ok" title={`The link was sent to ${to}`}>
          <p>If the mail does not arrive, pass it on yourself.</p>
        </Alert>
      ) : (
        <Alert tone="warn" title={`Pass this link on to ${to}`}>
          <p>It was not sent by e-mail, and it is shown only once.</p>
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken p-3">
        <code className="min-w-0 flex-1 basis-48 text-sm break-all select-all">{url}</code>
        <CopyButton text={url} label="the link" />
      </div>
      <p className="text-sm text-ink-soft">
        It works once, until {formatDateTime(expiresAt)}. Whoever opens it chooses the password.
      </p>
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
