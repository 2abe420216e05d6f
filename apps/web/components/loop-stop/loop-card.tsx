'use client'

import { OctagonX } from 'lucide-react'
import { useSession } from '../../lib/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Pending } from '../ui/pending.tsx'
import { askToStop } from './ask-to-stop.ts'
import { ResumeButton } from './resume-button.tsx'
import { StopWords } from './stop-banner.tsx'
import { mayStop, useLoopStop } from './use-loop-stop.ts'

/** Whether anything happens without a person, and the one switch for all hosts. */
export function LoopCard() {
  const loop = useLoopStop()
  const user = useSession()
  const stop = loop.data?.stop
  return (
    <Card aria-labelledby="loop">
      <CardHeader
        id="loop"
        title="Changes without a person"
        description={
          loop.data
            ? stop
              ? 'Stopped on all hosts, whatever the policies say.'
              : 'Made on each host as its policy says.'
            : undefined
        }
        action={
          stop ? (
            <ResumeButton />
          ) : loop.data && mayStop(user) ? (
            <Button look="danger" size="small" onClick={() => askToStop(true)}>
              <OctagonX aria-hidden /> Stop everything
            </Button>
          ) : null
        }
      />
      <CardBody className="text-sm text-ink-soft">
        {stop ? (
          <StopWords stop={stop} />
        ) : loop.data ? (
          <p className="max-w-prose">
            The stop keeps Steelyard from changing any host by itself, until someone with a role on
            every host resumes. Watching and recommending go on.
          </p>
        ) : (
          <Pending query={loop} lines={2} label="Loading whether the loop is stopped" />
        )}
      </CardBody>
    </Card>
  )
}
