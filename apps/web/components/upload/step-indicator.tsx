import { Check } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { type UploadStep, uploadSteps } from '../../lib/uploads/upload-steps.ts'

function Mark({ number, done, here }: { number: number; done: boolean; here: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold tabular',
        here && 'border-accent bg-accent text-on-accent',
        done && 'border-accent text-accent',
        !here && !done && 'border-line-strong text-ink-faint',
      )}
    >
      {done ? <Check className="size-4" /> : number}
    </span>
  )
}

/** Shows the current step. Every reachable step is a button, so going back is always possible. */
export function StepIndicator({
  current,
  reachable,
  onGo,
}: {
  current: UploadStep
  reachable: UploadStep[]
  onGo: (step: UploadStep) => void
}) {
  const position = uploadSteps.findIndex((step) => step.id === current)
  return (
    <nav aria-label="Steps">
      <ol className="flex gap-x-1 sm:gap-x-4">
        {uploadSteps.map(({ id, title }, index) => {
          const here = id === current
          return (
            <li key={id} className="flex items-center gap-1 sm:gap-4">
              <button
                type="button"
                disabled={!reachable.includes(id)}
                aria-current={here ? 'step' : undefined}
                onClick={() => onGo(id)}
                className={cx(
                  'flex min-h-10 items-center gap-2 rounded-lg pr-1 text-sm font-medium disabled:cursor-not-allowed',
                  here
                    ? 'text-ink'
                    : 'text-ink-soft enabled:hover:text-ink disabled:text-ink-faint',
                )}
              >
                <Mark number={index + 1} done={index < position} here={here} />
                <span className={cx(!here && 'sr-only sm:not-sr-only')}>{title}</span>
              </button>
              {index < uploadSteps.length - 1 ? (
                <span aria-hidden className="h-px w-2 bg-line-strong sm:w-8" />
              ) : null}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
