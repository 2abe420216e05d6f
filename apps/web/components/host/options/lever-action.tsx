'use client'

import type { Lever } from '@steelyard/contract'
import { ArrowRight, ClipboardList } from 'lucide-react'
import Link from 'next/link'
import { useNewPlan } from '../../plan/use-new-plan.ts'
import { Button } from '../../ui/button.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

interface Of {
  analysisId: string
  hostId: string
}

const links: Partial<Record<Lever['kind'], (of: Of) => { href: string; text: string }>> = {
  pinning: ({ analysisId }) => ({
    href: `/lab?analysis=${analysisId}&kind=pinning`,
    text: 'Pin in the lab',
  }),
  caps: ({ hostId }) => ({ href: `/changes/new?host=${hostId}`, text: 'Set caps' }),
  scheduler: ({ analysisId }) => ({ href: `/lab?analysis=${analysisId}`, text: 'In the lab' }),
  boost: ({ analysisId }) => ({ href: `/lab?analysis=${analysisId}`, text: 'In the lab' }),
}

/** The next step for a lever. A migration has none, because Steelyard does not migrate domains. */
export function LeverAction({ lever, ...of }: Of & { lever: Lever }) {
  if (lever.kind === 'weights') return <PlanWeights analysisId={of.analysisId} />
  const link = links[lever.kind]?.(of)
  if (!link) return null
  return (
    <Link
      href={link.href}
      className="inline-flex items-center gap-1.5 text-sm font-medium whitespace-nowrap text-accent underline underline-offset-4"
    >
      {link.text} <ArrowRight className="size-3.5 shrink-0" aria-hidden />
    </Link>
  )
}

/** Makes a plan from the recommended weights. */
function PlanWeights({ analysisId }: { analysisId: string }) {
  const { plan, busy, error } = useNewPlan()
  return (
    <Permitted needs="plans:write">
      <Button size="small" busy={busy} onClick={() => plan({ analysisId })}>
        <ClipboardList aria-hidden /> Plan
        <span className="sr-only"> the recommended weights</span>
      </Button>
      <ProblemAlert error={error} title="The plan could not be made" />
    </Permitted>
  )
}
