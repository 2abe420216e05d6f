import { recordingsOf } from '../../../lib/host-queries.ts'
import { answerOf, queryOfRequest, read } from '../../../lib/server-api.ts'
import { recordingToShow } from './chosen-recording.ts'

/** The id of the recording that a host's page shows: the one asked for, or else the newest. */
export async function shownRecording(hostId: string): Promise<string | null> {
  const [asked, known] = await Promise.all([
    queryOfRequest(),
    read(answerOf('listAnalyses', recordingsOf(hostId))),
  ])
  return asked.get('recording') ?? recordingToShow(known?.data ?? [])
}
