import type { PlanState } from '@steelyard/contract'
import { Check, Circle, CircleDot, type LucideIcon, Undo2, X } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { planSteps, type StepStanding } from './plan-steps.ts'

const looks: Record<StepStanding, { icon: LucideIcon; bar: string; text: string; word: string }> = {
  done: { icon: Check, bar: 'bg-accent', text: 'text-ink-soft', word: 'done' },
  current: { icon: CircleDot, bar: 'bg-accent', text: 'font-semibold text-accent', word: 'now' },
  ahead: { icon: Circle, bar: 'bg-line', text: 'text-ink-faint', word: 'to come' },
  'good-end': { icon: Check, bar: 'bg-ok', text: 'font-semibold text-ok', word: 'reached' },
  'undone-end': { icon: Undo2, bar: 'bg-warn', text: 'font-semibold text-warn', word: 'reached' },
  'bad-end': { icon: X, bar: 'bg-danger', text: 'font-semibold text-danger', word: 'reached' },
}

/** Shows the steps draft, planned, confirmed and applying, and the final state. */
export function PlanStepper({ state, wasPlanned }: { state: PlanState; wasPlanned: boolean }) {
  return (
    <ol aria-label="State of the plan" className="grid grid-cols-5 gap-1.5 sm:gap-2">
      {planSteps(state, wasPlanned).map((step) => {
        const { icon: Icon, bar, text, word } = looks[step.standing]
        const isNow = step.state === state
        return (
          <li key={step.state} aria-current={isNow ? 'step' : undefined} className="min-w-0">
            <span aria-hidden className={cx('mb-2 block h-1 rounded-full', bar)} />
            <span
              className={cx(
                'flex flex-col items-start gap-x-1.5 text-[0.6875rem] leading-tight sm:flex-row sm:items-center sm:text-sm',
                text,
              )}
            >
              <Icon className="size-3.5 shrink-0 sm:size-4" aria-hidden />
              {step.label}
              <span className="sr-only">: {word}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
