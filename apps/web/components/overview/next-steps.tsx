import { Plug, Upload } from 'lucide-react'
import Link from 'next/link'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

const steps = [
  {
    icon: Upload,
    title: 'Analyse your own host',
    text: 'Drop a xenmon or xentop trace and the access logs of its domains. Nothing on the host is touched.',
    href: '/uploads/new',
    action: 'Upload traces',
  },
  {
    icon: Plug,
    title: 'Connect a host',
    text: 'Read domains and weights over SSH, and apply a recommendation with one confirmed step.',
    href: '/hosts/new',
    action: 'Connect a host',
  },
]

/** Shown while there is only the sample: where to go from here. */
export function NextSteps() {
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="mb-3 font-semibold">
        Next
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        {steps.map(({ icon: Icon, title, text, href, action }) => (
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
