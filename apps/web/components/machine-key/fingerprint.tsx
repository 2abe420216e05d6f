import type { HostConnection } from '@steelyard/contract'
import { cx } from '../../lib/cx.ts'

export function Fingerprint({
  value,
  label,
  tone = 'neutral',
}: {
  value: string
  label: string
  tone?: 'neutral' | 'danger'
}) {
  return (
    <div
      className={cx(
        'rounded-lg border px-4 py-3',
        tone === 'danger' ? 'border-danger bg-danger-soft' : 'border-line-strong',
      )}
    >
      <p className="text-sm text-ink-soft">{label}</p>
      <code className={cx('font-mono text-sm break-all', tone === 'danger' && 'text-danger')}>
        {value}
      </code>
    </div>
  )
}

/** Shows a changed key together with the one that was confirmed. */
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
