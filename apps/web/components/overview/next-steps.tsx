'use client'

import type { Permission } from '@steelyard/contract'
import { type LucideIcon, Plug, Upload } from 'lucide-react'
import Link from 'next/link'
import { useSession } from '../../lib/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

const steps: {
  icon: LucideIcon
  title: string
  text: string
  href: string
  needs: Permission
  action: string
}[] = [
  {
    icon: Upload,
    title: 'Analyse your own host',
    text: 'Drop a trace (xentrace, xenmon or xentop, or sar -u of its guests) and the access logs of its domains. Nothing on the host is touched.',
    href: '/recordings/new',
    needs: 'uploads:write',
    action: 'Upload traces',
  },
  {
    icon: Plug,
    title: 'Connect a host',
    text: 'Read domains and weights over SSH, and apply a recommendation with one confirmed step.',
    href: '/hosts/new',
    needs: 'hosts:write',
    action: 'Connect a host',
  },
]

/** Suggests the next steps while the sample is the only host. */
export function NextSteps() {
  const { permissions } = useSession()
  const open = steps.filter(({ needs }) => permissions.includes(needs))
  if (open.length === 0) return null
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="mb-3 font-semibold">
        Next
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        {open.map(({ icon: Icon, title, text, href, action }) => (
          <Card key={href} className="flex flex-col items-start gap-2 p-5">
            <Icon className="size-5 text-accent" aria-hidden />
            <h3 className="font-semibold">{title}</h3>
            <p className="text-sm text-ink-soft">{text}</p>
            <Button asChild size="small" className="mt-auto">
              <Link href={href}>{action}</Link>
            </Button>
          </Card>
        ))}
      </div>
    </section>
  )
}
