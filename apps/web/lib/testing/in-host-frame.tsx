import type { ReactNode } from 'react'
import {
  HostFrameContext,
  type HostFrameValue,
} from '../../components/host/frame/use-host-frame.ts'
import { aHost } from './fixtures.ts'

/** A tab of a host inside what its header has read. */
export function InHostFrame({
  host = aHost(),
  recordings = [],
  recording = null,
  children,
}: Partial<HostFrameValue> & { children: ReactNode }) {
  return <HostFrameContext value={{ host, recordings, recording }}>{children}</HostFrameContext>
}
