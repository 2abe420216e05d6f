import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { HostFrame } from '../../../../components/host/frame/host-frame.tsx'
import { shownRecording } from '../../../../components/host/frame/shown-recording.ts'
import { recordingsOf } from '../../../../lib/host-queries.ts'
import { answerOf, prefetch, read } from '../../../../lib/server-api.ts'

type Props = { params: Promise<{ id: string }> }

/** The tabs add their names; the first has none and keeps that of the host. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const host = await read(answerOf('getHost', { params: await params }))
  const name = host?.name ?? 'Host'
  return { title: { default: name, template: `%s · ${name} · Steelyard` } }
}

export default async function HostLayout({ params, children }: Props & { children: ReactNode }) {
  const { id } = await params
  const host = answerOf('getHost', { params: { id } })
  const recordings = answerOf('listAnalyses', recordingsOf(id))
  // The host comes meanwhile; which recording is shown depends on the list unless one is asked for.
  const [shownId] = await Promise.all([shownRecording(id), read(host)])
  const recording = shownId ? [answerOf('getAnalysis', { params: { id: shownId } })] : []
  return (
    <HydrationBoundary state={await prefetch(host, recordings, ...recording)}>
      <HostFrame id={id}>{children}</HostFrame>
    </HydrationBoundary>
  )
}
