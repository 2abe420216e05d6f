'use client'

import type { Application } from '@steelyard/contract'
import { useEffect, useRef, useState } from 'react'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useReload } from '../../../lib/use-reload.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { TroubleAlert } from '../../ui/trouble-alert.tsx'
import { PersistenceNote } from '../persistence-note.tsx'
import { AlsoReadTable } from './also-read-table.tsx'
import { ApplicationSteps } from './application-steps.tsx'
import { applicationOutcome } from './application-words.ts'
import { ReadBackTable } from './read-back-table.tsx'
import { RollBack } from './roll-back.tsx'

const POLL_EVERY_MS = 1_000

const unfinished: readonly Application['state'][] = ['confirmed', 'applying']

/** One application or roll-back: its steps while it runs, then its outcome. */
export function ApplicationCard({ id }: { id: string }) {
  const query = useApi(
    'getApplication',
    { params: { id } },
    {
      refetchInterval: (data) => (data && unfinished.includes(data.state) ? POLL_EVERY_MS : false),
    },
  )
  const application = query.data
  useRefreshWhenEnded(application)

  if (!application) {
    return (
      <Card className="p-6">
        {query.error ? (
          <ProblemAlert error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <SkeletonLines label="Loading the application" />
        )}
      </Card>
    )
  }
  const isRollBack = application.kind === 'roll-back'
  return (
    <Card aria-label={isRollBack ? 'Roll-back' : 'Application'}>
      <CardHeader
        title={isRollBack ? 'Roll-back' : 'Application'}
        description={`Asked for by ${application.requestedBy}, ${formatDateTime(application.createdAt)}`}
        action={application.canRollBack ? <RollBack application={application} /> : null}
      />
      <CardBody className="space-y-5">
        <Outcome application={application} />
        <PersistenceNote application={application} />
        <WhatWasDone application={application} />
      </CardBody>
    </Card>
  )
}

/** The steps and the values that were read: folded where the outcome was there first and says it all. */
function WhatWasDone({
  application: { kind, state, steps, alsoRead, readBack },
}: {
  application: Application
}) {
  const [isOpen] = useState(
    () => unfinished.includes(state) || steps.some((step) => step.state === 'failed'),
  )
  return (
    <Disclosure summary="Steps and values read back" initiallyOpen={isOpen}>
      <ApplicationSteps steps={steps} />
      <div className="-mx-4 pt-4 sm:-mx-6">
        {alsoRead.length > 0 ? <AlsoReadTable kind={kind} alsoRead={alsoRead} /> : null}
        {readBack.length > 0 ? <ReadBackTable kind={kind} readBack={readBack} /> : null}
      </div>
    </Disclosure>
  )
}

function Outcome({ application }: { application: Application }) {
  const outcome = applicationOutcome(application)
  if (!outcome) return null
  return (
    <>
      <Alert tone={outcome.tone} title={outcome.title}>
        {application.statement ? <p>{application.statement}</p> : null}
      </Alert>
      {saysMore(application) ? (
        <TroubleAlert
          trouble={application.trouble}
          tone={application.state === 'failed' ? 'danger' : 'warn'}
        />
      ) : null}
    </>
  )
}

/**
 * Whether the trouble adds to the statement, which often contains its message; then only a fix is
 * worth a second box.
 */
function saysMore({ trouble, statement }: Application): boolean {
  return trouble !== null && (Boolean(trouble.fix) || !statement?.includes(trouble.message))
}

/**
 * The end of an application changes its plan, its host, and what else can be rolled back. All are
 * read again even if the application had ended before the page opened, because they may have been
 * read before that end.
 */
function useRefreshWhenEnded(application: Application | undefined) {
  const reload = useReload()
  const endIsNews = useRef(true)
  const state = application?.state
  useEffect(() => {
    if (!state) return
    const underWay = unfinished.includes(state)
    if (endIsNews.current && !underWay) {
      void reload('getPlan', 'getHost', 'getApplication', 'listApplications')
    }
    endIsNews.current = underWay
  }, [state, reload])
}
