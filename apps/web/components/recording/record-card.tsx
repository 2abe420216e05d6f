'use client'

import type { Host } from '@steelyard/contract'
import { Permitted } from '../access/permitted.tsx'
import { Alert } from '../ui/alert.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { RecordForm } from './record-form.tsx'
import { recordHindrance } from './record-hindrance.ts'
import { RecordingResult } from './recording-result.tsx'
import { RecordingRunning } from './recording-running.tsx'
import { useNewestUpload } from './use-newest-upload.ts'

/** Records the host over its connection; the result is an upload like any other. */
export function RecordCard({ host }: { host: Host }) {
  const { newest, error } = useNewestUpload(host)
  return (
    <Card aria-labelledby="record">
      <CardHeader
        id="record"
        title="Record now"
        description="Watches the host over SSH for a while, without changing anything on it. The recording becomes an upload, ready to be analysed."
      />
      <CardBody className="space-y-6">
        {host.recording ? (
          <RecordingRunning recording={host.recording} />
        ) : (
          <>
            <ProblemAlert error={error} title="The recordings could not be loaded" />
            {newest ? <RecordingResult upload={newest} host={host} /> : null}
            <NextRecording host={host} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

function NextRecording({ host }: { host: Host }) {
  const hindrance = recordHindrance(host)
  return (
    <Permitted needs="hosts:write" doing="recording hosts">
      {hindrance ? <Alert title={hindrance} /> : null}
      <RecordForm host={host} disabled={hindrance !== null} />
    </Permitted>
  )
}
