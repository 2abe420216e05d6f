import type { Lever } from '@steelyard/contract'
import { ArrowRight } from 'lucide-react'
import Link from 'next/link'

interface Of {
  analysisId: string
  hostId: string
}

function inLab({ analysisId }: Of) {
  return { href: `/lab?analysis=${analysisId}`, text: 'Open in the lab' }
}

const links: Partial<Record<Lever['kind'], (of: Of) => { href: string; text: string }>> = {
  pinning: ({ analysisId }) => ({
    href: `/lab?analysis=${analysisId}&kind=pinning`,
    text: 'Open in the lab',
  }),
  caps: ({ hostId }) => ({ href: `/changes/new?host=${hostId}`, text: 'Plan caps' }),
  scheduler: inLab,
  boost: inLab,
}

/**
 * The next step for a lever; what makes things worse is not offered as one. A migration has none,
 * because Steelyard does not migrate domains.
 */
export function LeverAction({ lever, ...of }: Of & { lever: Lever }) {
  const link = lever.effect === 'harms' ? inLab(of) : links[lever.kind]?.(of)
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
