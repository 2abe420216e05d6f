'use client'

import type { FirstSteps, FleetHost, Permission } from '@steelyard/contract'
import { Circle, CircleCheck, X } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { hostPath } from '../../lib/host-paths.ts'
import { recordingsOf } from '../../lib/host-queries.ts'
import { missedIn } from '../../lib/missed-in.ts'
import { useApi } from '../../lib/use-api.ts'
import { useSession } from '../../lib/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { InlineLink } from '../ui/inline-link.tsx'
import { WhatItDoes } from '../ui/what-it-does.tsx'
import { DISMISSED_COOKIE } from './first-run-cookie.ts'

const POLL_MS = 15_000

interface Step {
  id: keyof FirstSteps
  title: string
  text: string
  needs: Permission
  /** Where it is done. */
  href: string
}

const steps: Step[] = [
  {
    id: 'recorded',
    title: 'Record a host under load',
    text: 'record some minutes of xentrace, xenmon or xentop, with the access logs of its guests.',
    needs: 'uploads:write',
    href: '/help/guides/record-a-host',
  },
  {
    id: 'analysed',
    title: 'Upload the recording and analyse it',
    text: 'drop the files on any page. Nothing on the host is touched.',
    needs: 'uploads:write',
    href: '/recordings/new',
  },
  {
    id: 'targeted',
    title: 'Set targets for its guests',
    text: 'set the response times that you promise; the verdict compares them with the measured ones.',
    needs: 'hosts:write',
    href: '/recordings/new',
  },
  {
    id: 'connected',
    title: 'Connect the host',
    text: 'connect the host, so that Steelyard reads its weights over SSH, with a key that can do only that.',
    needs: 'hosts:write',
    href: '/hosts/new',
  },
  {
    id: 'applied',
    title: 'Apply a change',
    text: 'apply a change. It is shown first, confirmed with your password, and read back.',
    needs: 'plans:apply',
    href: '/changes',
  },
]

/** What remains to be done in a new installation; it goes away when done or dismissed. */
export function FirstRun({
  done,
  dismissed,
  sample,
}: {
  done: FirstSteps
  dismissed: boolean
  /** A host that shows before the first recording what one leads to. */
  sample: Pick<FleetHost, 'id' | 'name'> | undefined
}) {
  const { permissions } = useSession()
  const [hidden, setHidden] = useState(dismissed)
  const mine = steps.filter(({ needs }) => permissions.includes(needs))
  const next = mine.find(({ id }) => !done[id])
  if (hidden || !next) return null
  return (
    <Card aria-labelledby="first-run" className="mb-4 p-4 sm:p-5">
      <div className="flex items-center justify-between gap-4">
        <h2 id="first-run" className="font-semibold">
          First steps
        </h2>
        <Button
          look="quiet"
          size="small"
          aria-label="Dismiss the first steps"
          onClick={() => {
            // A cookie, because the server has to know before it renders the page.
            // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https
            document.cookie = `${DISMISSED_COOKIE}=yes; path=/; max-age=31536000; samesite=strict`
            setHidden(true)
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
      <WhatItDoes className="mt-2" />
      {sample ? <FromSample host={sample} /> : null}
      <ol className="mt-4 flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
        {mine.map((step) => (
          <StepItem key={step.id} step={step} isDone={done[step.id]} />
        ))}
      </ol>
      <p className="mt-2.5 text-sm text-ink-soft">Next: {next.text}</p>
    </Card>
  )
}

/** A plan needs a target that is missed, which is not so in the sample's newest recording. */
function FromSample({ host }: { host: Pick<FleetHost, 'id' | 'name'> }) {
  const recordings = useApi('listAnalyses', recordingsOf(host.id), {
    // The samples are analysed while a newcomer looks at this.
    refetchInterval: (known) => (missedIn(known?.data ?? []) ? false : POLL_MS),
  })
  const missed = missedIn(recordings.data?.data ?? [])
  return (
    <p className="mt-4">
      {missed ? (
        <>
          Make a first plan now: in{' '}
          <InlineLink href={hostPath(host.id, '', missed.id)}>{missed.name}</InlineLink> of{' '}
          {host.name} a target is missed.
        </>
      ) : (
        <>
          Open <InlineLink href={hostPath(host.id)}>{host.name}</InlineLink>, which is recorded
          already.
        </>
      )}
    </p>
  )
}

function StepItem({ step: { title, href }, isDone }: { step: Step; isDone: boolean }) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li>
      <Link
        href={href}
        className={`flex items-center gap-2 underline-offset-4 hover:underline ${isDone ? 'text-ink-faint' : 'font-medium text-accent'}`}
      >
        <Icon className={`size-4 shrink-0 ${isDone ? 'text-ok' : 'text-ink-faint'}`} aria-hidden />
        <span>
          <span className="sr-only">{isDone ? 'Done' : 'To do'}: </span>
          {title}
        </span>
      </Link>
    </li>
  )
}
