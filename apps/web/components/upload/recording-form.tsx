'use client'

import type { Host, Upload } from '@steelyard/contract'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { requestsPath } from '../../lib/requests-path.ts'
import { type ChosenHost, suggestedHost } from '../../lib/uploads/chosen-host.ts'
import { groupedQuestions } from '../../lib/uploads/grouped-questions.ts'
import { hasFacts, knownWeight, knownWeightWords } from '../../lib/uploads/host-facts.ts'
import { guestsOf } from '../../lib/uploads/upload-domains.ts'
import { useAnalyse } from '../../lib/uploads/use-analyse.ts'
import { useMeasurements } from '../../lib/uploads/use-measurements.ts'
import type { Go } from '../../lib/uploads/use-recording-place.ts'
import { useApi, useApiPages } from '../../lib/use-api.ts'
import { hindranceOf } from '../traced-requests/hindrance.ts'
import { Alert } from '../ui/alert.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { AnalyseBar } from './analyse-bar.tsx'
import { Checklist } from './checklist.tsx'
import { DomainsCard } from './domains/domains-card.tsx'
import { HostChoice } from './domains/host-choice.tsx'
import { MissedFiles } from './files/files-drawer.tsx'
import { HostFactsCard } from './host-facts-card.tsx'
import { QuestionGroup } from './question-group.tsx'
import { AnalysisOptionsFields } from './targets/analysis-options-fields.tsx'
import { TargetsCard } from './targets/targets-card.tsx'

/** Everything about a recognised recording, and the one button that analyses it. */
export function RecordingForm({
  upload,
  hostId,
  go,
  children,
}: {
  upload: Upload
  hostId: string | null
  go: Go
  /** The files. */
  children: ReactNode
}) {
  const fleet = useApiPages('listHosts', { limit: 100 })
  const hosts = fleet.data?.pages.flatMap(({ data }) => data) ?? []
  const [chosen, setChosen] = useState<ChosenHost | null>(null)
  const host = chosen ?? suggestedHost(upload.name, hostId, hosts)
  const known = useApi(
    'getHost',
    { params: { id: host.kind === 'known' ? host.id : '' } },
    { enabled: host.kind === 'known' },
  )
  const knownHost = host.kind === 'known' ? (known.data ?? null) : null
  const guests = guestsOf(upload)
  const measurements = useMeasurements(upload)
  const { form, faulty, busy, error, analyse } = useAnalyse({
    upload,
    host,
    knownHost,
    guests,
    onHostCreated: setChosen,
    go,
  })
  const questions = groupedQuestions(upload)
  const asksDomains = upload.openQuestions.some(({ questionId }) => questionId === 'domain')

  return (
    <FormProvider {...form}>
      {/* No form element: naming a domain is a form of its own, and forms cannot be nested. */}
      <div className="space-y-5">
        {/* What is open comes first: nothing below it can be used before. */}
        {questions.map((group) => (
          <QuestionGroup
            key={`${group.question.id} ${group.sources[0]?.id}`}
            uploadId={upload.id}
            group={group}
          />
        ))}
        <MissedFiles upload={upload} />
        <Card>
          <CardBody className="space-y-5">
            {asksDomains ? null : <Checklist upload={upload} />}
            {hindranceOf(upload) === null ? <WatchRequests upload={upload} /> : null}
            <DomainsCard upload={upload} host={knownHost} />
            {asksDomains ? <Checklist upload={upload} /> : null}
            <HostChoice
              hosts={hosts}
              chosen={host}
              suggestedName={upload.name}
              onChoose={setChosen}
            />
          </CardBody>
        </Card>
        <TargetsCard guests={guests} measurements={measurements} />
        {children}
        <More upload={upload} host={knownHost} guests={guests} faulty={faulty} />
        {faulty ? (
          <Alert tone="danger" title="Some values cannot be used">
            <p>They are marked above, each with its reason.</p>
          </Alert>
        ) : null}
        <ProblemAlert error={known.error ?? error} />
        <AnalyseBar
          upload={upload}
          host={host}
          guests={guests}
          isReadingHost={fleet.isPending || known.isLoading}
          busy={busy}
          onAnalyse={() => void form.handleSubmit(analyse)()}
        />
      </div>
    </FormProvider>
  )
}

function More({
  upload,
  host,
  guests,
  faulty,
}: {
  upload: Upload
  host: Host | null
  guests: string[]
  faulty: boolean
}) {
  return (
    <>
      {hasFacts(upload.hostFacts) ? (
        <Card className="px-4 py-3 sm:px-6">
          <Disclosure summary="What is known about the host, and who says so">
            <HostFactsCard facts={upload.hostFacts} />
          </Disclosure>
        </Card>
      ) : null}
      <AnalysisOptionsFields
        guests={guests}
        faulty={faulty}
        weightWords={(domain) => knownWeightWords(knownWeight(upload.hostFacts, host, domain))}
      />
    </>
  )
}

function WatchRequests({ upload }: { upload: Upload }) {
  return (
    <p className="text-sm text-ink-soft">
      The trace shows single requests too:{' '}
      <Link
        className="font-medium text-accent underline underline-offset-4"
        href={requestsPath(upload.id)}
      >
        watch where each spent its time
      </Link>
      .
    </p>
  )
}
