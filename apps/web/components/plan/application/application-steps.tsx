import type { Application } from '@steelyard/contract'
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react'

type Step = Application['steps'][number]

const marks = {
  running: { icon: LoaderCircle, look: 'text-accent animate-spin', word: 'in progress' },
  done: { icon: CircleCheck, look: 'text-ok', word: 'done' },
  failed: { icon: CircleX, look: 'text-danger', word: 'failed' },
}

/** Lists the steps on the host as they happen. */
export function ApplicationSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol aria-live="polite" aria-label="Steps" className="space-y-3">
      {steps.map((step) => {
        const { icon: Icon, look, word } = marks[step.state]
        return (
          <li key={step.position} className="flex gap-3 text-sm">
            <Icon className={`mt-0.5 size-4 shrink-0 ${look}`} aria-hidden />
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p>
                {step.text}
                <span className="sr-only"> ({word})</span>
              </p>
              {step.command ? (
                <code className="block font-mono text-xs text-ink-faint">{step.command}</code>
              ) : null}
              {step.detail ? (
                <p className={step.state === 'failed' ? 'text-danger' : 'text-ink-soft'}>
                  {step.detail}
                </p>
              ) : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
