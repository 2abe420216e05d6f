import type { GuestLog } from '@steelyard/contract'

export function GuestLogFacts({ guestLog }: { guestLog: GuestLog }) {
  const { username, address, port, path, logFormat, pinnedFingerprint } = guestLog
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-sm [overflow-wrap:anywhere] sm:grid-cols-[auto_1fr] [&>dt]:text-ink-faint">
      <dt>Account</dt>
      <dd>
        {username}@{address}, port {port}
      </dd>
      <dt>File</dt>
      <dd>
        <code className="font-mono text-xs">{path}</code>
      </dd>
      <dt>Format</dt>
      <dd>
        {logFormat ? <code className="font-mono text-xs">{logFormat}</code> : 'as recognised'}
      </dd>
      {pinnedFingerprint ? (
        <>
          <dt>Pinned key</dt>
          <dd>
            <code className="font-mono text-xs break-all">{pinnedFingerprint}</code>
          </dd>
        </>
      ) : null}
    </dl>
  )
}
