import { Download } from 'lucide-react'
import { buttonLook } from './button-look.ts'

/** What the simulation played, as a download. */
export function PerfettoLink({ href }: { href: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
      <a className={buttonLook({ size: 'small' })} href={href} download>
        <Download aria-hidden /> First 10 s for Perfetto
      </a>
      Which vCPU had which pCPU when, and for which requests: a file for ui.perfetto.dev.
    </p>
  )
}
