import { Check, Circle, CircleDot } from 'lucide-react'
import { cx } from '../../../lib/cx.ts'

const steps = [
  { id: 'address', label: 'Address' },
  { id: 'fingerprint', label: 'Fingerprint' },
  { id: 'install', label: 'Install' },
  { id: 'done', label: 'Done' },
] as const

export type EnrolmentStep = (typeof steps)[number]['id']

/** The way from an address to a connected host, and how far it is. */
export function EnrolmentSteps({ now }: { now: EnrolmentStep }) {
  const at = steps.findIndex(({ id }) => id === now)
  return (
    <ol aria-label="Steps to connect a host" className="grid grid-cols-[repeat(4,auto)] gap-2">
      {steps.map(({ id, label }, index) => {
        const isDone = index < at || now === 'done'
        const Icon = isDone ? Check : index === at ? CircleDot : Circle
        return (
          <li key={id} aria-current={id === now ? 'step' : undefined} className="min-w-0">
            <span
              aria-hidden
              className={cx('mb-2 block h-1 rounded-full', index <= at ? 'bg-accent' : 'bg-line')}
            />
            <span
              className={cx(
                'flex flex-wrap items-center gap-x-1.5 text-xs sm:text-sm',
                id === now ? 'font-semibold text-accent' : 'text-ink-faint',
              )}
            >
              <Icon className="size-4 shrink-0" aria-hidden />
              {label}
              <span className="sr-only">
                : {isDone ? 'done' : index === at ? 'now' : 'to come'}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
