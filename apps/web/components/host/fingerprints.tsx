import type { HostConnection } from '@steelyard/contract'
import { Fingerprint } from './fingerprint.tsx'

/** A changed key beside the one that was confirmed. */
export function Fingerprints({
  pinnedFingerprint,
  offeredFingerprint,
}: Pick<HostConnection, 'pinnedFingerprint' | 'offeredFingerprint'>) {
  return (
    <div className="space-y-2 pt-2">
      {pinnedFingerprint ? <Fingerprint label="Confirmed key" value={pinnedFingerprint} /> : null}
      {offeredFingerprint && offeredFingerprint !== pinnedFingerprint ? (
        <Fingerprint label="Key shown now" value={offeredFingerprint} tone="danger" />
      ) : null}
    </div>
  )
}
