import type { Lever } from '@steelyard/contract'
import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { PlanWeights } from './plan-weights.tsx'

const links: Partial<Record<Lever['kind'], (of: Of) => { href: string; text: string }>> = {
  pinning: ({ analysisId }) => ({
    href: `/lab?analysis=${analysisId}&kind=pinning`,
    text: 'Pin in the lab',
  }),
  caps: ({ hostId }) => ({ href: `/plans/new?host=${hostId}`, text: 'Set caps by hand' }),
  'time-slice': () => ({ href: '#what-if', text: 'Try it in What if' }),
  scheduler: ({ analysisId }) => ({ href: `/lab?analysis=${analysisId}`, text: 'See in the lab' }),
  boost: ({ analysisId }) => ({ href: `/lab?analysis=${analysisId}`, text: 'See in the lab' }),
}

interface Of {
  analysisId: string
  hostId: string
}

/** Where to go from a lever. A migration is nothing that Steelyard does, so its meaning has to do. */
export function LeverAction({ lever, ...of }: Of & { lever: Lever }) {
  if (lever.kind === 'weights') return <PlanWeights analysisId={of.analysisId} />
  const link = links[lever.kind]?.(of)
  return link ? <ActionLink {...link} /> : null
}

export function ActionLink({ href, text }: { href: string; text: string }) {
  return (
    <Link
      href={href}
      className="inline-flex items-center gap-1.5 text-sm font-medium text-accent underline underline-offset-4"
    >
      {text} <ArrowRight className="size-3.5 shrink-0" aria-hidden />
    </Link>
  )
}
