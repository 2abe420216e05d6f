import type { GuestLog } from '@steelyard/contract'
import { CodeBlock } from '../host/code-block.tsx'

/** The line for the guest's account, and what it allows. */
export function InstallGuestKey({ guestLog }: { guestLog: GuestLog }) {
  if (!guestLog.authorizedKeysLine) return null
  return (
    <div className="space-y-2 text-sm">
      <p className="text-ink-soft">
        On the guest, add this line to{' '}
        <code className="font-mono">~{guestLog.username}/.ssh/authorized_keys</code>. Whoever holds
        the key can follow <code className="font-mono break-all">{guestLog.path}</code>, and do
        nothing else.
      </p>
      <CodeBlock text={guestLog.authorizedKeysLine} label="the authorized_keys line" wrap />
    </div>
  )
}
