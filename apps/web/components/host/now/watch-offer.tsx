'use client'

import { settingsPath } from '../../../lib/host-paths.ts'
import { useMay } from '../../../lib/use-session.ts'
import { useWatch } from '../../../lib/watch/use-watch.ts'
import { InlineLink } from '../../ui/inline-link.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

/** Offers to watch a connected host that is not watched. */
export function WatchOffer() {
  const { host } = useHostFrame()
  const may = useMay()
  const { watch } = useWatch(host.id, { pollMs: 30_000 })
  if (watch !== null || host.connection.state !== 'connected' || !may('hosts:write')) return null
  return (
    <p className="text-sm text-ink-soft">
      This page shows recordings only.{' '}
      <InlineLink href={settingsPath(host.id, 'watch')}>Watch the host</InlineLink> to see its
      response times as they come.
    </p>
  )
}
