import type { Plan } from '@steelyard/contract'
import { Download } from 'lucide-react'
import { addressOf } from '../../lib/operations.ts'
import { buttonLook } from '../ui/button-look.ts'
import { CopyButton } from '../ui/copy-button.tsx'

/** The exact commands in order, to be read, copied or kept as a script. */
export function CommandList({ plan: { id, commands } }: { plan: Pick<Plan, 'id' | 'commands'> }) {
  return (
    <div className="space-y-3">
      <section
        aria-label="Commands in order"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-sunken p-4"
      >
        <ol className="space-y-1 font-mono text-sm">
          {commands.map((command) => (
            <li key={command} className="whitespace-pre">
              <span aria-hidden className="mr-2 text-ink-faint select-none">
                $
              </span>
              {command}
            </li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={`${commands.join('\n')}\n`} label="all commands" />
        <a
          className={buttonLook({ size: 'small' })}
          href={addressOf('/plans/:id/commands.sh', { id })}
          download
        >
          <Download aria-hidden /> Script (.sh)
        </a>
      </div>
    </div>
  )
}
