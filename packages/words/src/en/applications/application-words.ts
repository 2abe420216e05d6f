import {
  type ApplicationResult,
  isOutOfReach,
  LEVERS,
  type LeverKind,
  type NotUndoneCause,
  type NotUndoneOf,
  type ReadingBackOf,
  type SettingOf,
  type StopReason,
  type ApplicationStep as XenStep,
} from '@steelyard/xen'
import { driftText } from '../plans/plan-words.ts'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Describes one step of an application for a person to read. */
export function stepText(step: XenStep): string {
  switch (step.kind) {
    case 'started':
      return `Began with ${plural(step.changes.length, 'change')} to make.`
    case 'rechecked':
      return step.drift.length === 0
        ? 'Read the host again: nothing has changed since the plan.'
        : `Read the host again: ${step.drift.map(driftText).join(' ')}`
    case 'setting':
      return setting(step)
    case 'read-back':
      return readingBack(step, 'as planned')
    case 'rolling-back':
      return step.reason.code === 'requested'
        ? 'Began to roll back, as requested.'
        : `Began to roll back: ${step.reason.message}`
    case 'contact-lost':
      return `Lost contact: ${step.message}`
    case 'reconnected':
      return 'Connected again.'
    case 'restoring':
      return restoring(step)
    case 'restored':
      return readingBack(step, 'as before')
    case 'not-undone':
      return notUndoneText(step.problem)
    case 'finished':
      return { verified: 'Verified.', 'rolled-back': 'Rolled back.', failed: 'Failed.' }[
        step.outcome
      ]
  }
}

function setting<K extends LeverKind>({ lever, name, to }: SettingOf<K>): string {
  return LEVERS[lever].words.setting(name, to)
}

function restoring<K extends LeverKind>({ lever, name, to }: SettingOf<K>): string {
  return LEVERS[lever].words.restoring(name, to)
}

function readingBack<K extends LeverKind>(step: ReadingBackOf<K>, asWanted: string): string {
  const { inSteps } = LEVERS[step.lever].words
  const how = step.matches ? asWanted : `not ${inSteps(step.wanted)}`
  return `Read ${step.name} back: ${inSteps(step.found)}, ${how}.`
}

/** States how an application ended. */
export function endingText({
  outcome,
  hostTouched,
  reason,
  drift,
  notUndone,
}: Omit<ApplicationResult, 'unrecordedSteps'>): string {
  const why = reason && reason.code !== 'requested' ? `${stopText(reason)} ` : ''
  if (outcome === 'verified') return 'Every change was read back from the host as planned.'
  const left = notUndone.map(notUndoneText).join(' ')
  if (outcome === 'rolled-back') {
    return left
      ? `${why}Everything else reads back with its earlier values. ${left}`
      : `${why}Every changed guest reads back with its earlier values.`
  }
  if (!hostTouched) {
    const found = drift.map(driftText).join(' ')
    return `${why}${found ? `${found} ` : ''}Nothing was changed on the host.`
  }
  const onPurpose = notUndone.every(({ code }) => code === 'changed-by-someone-else')
  const hint = notUndone.every(isOutOfReach) ? '' : ' The rest can still be rolled back.'
  return `${why}Not everything ${onPurpose ? 'was' : 'could be'} restored: ${left}${hint}`
}

/** Includes what the host itself reported. */
export function stopText({ message, detail }: StopReason): string {
  return detail ? `${message} (${detail.trim()})` : message
}

/** States which value is not back at the recorded one, and why. */
export function notUndoneText<K extends LeverKind>(problem: NotUndoneOf<K>): string {
  const { value } = LEVERS[problem.lever].words
  const { name, wanted, found } = problem
  if (problem.code === 'changed-by-someone-else') {
    const now = found === null ? 'none' : value(found)
    return (
      `${name} was changed by someone else and is left alone: the ${problem.writtenBy} set ` +
      `${value(problem.written)}; now it has ${now}. Whoever changed it must decide what stays ` +
      `(recorded before: ${value(wanted)}).`
    )
  }
  const now = found === null ? '' : `; now ${value(found)}`
  return `${name} ${whyNotUndone(problem)} (recorded ${value(wanted)}${now}).`
}

function whyNotUndone(
  cause: Exclude<NotUndoneCause<unknown>, { written: unknown }> & { lever: LeverKind },
): string {
  switch (cause.code) {
    case 'domain-gone':
      return 'is no longer on the host; nothing to restore'
    case 'not-readable':
      return cause.lever === 'weight'
        ? `now runs under ${cause.scheduler}, without weights`
        : 'cannot be read'
    case 'unreachable':
      return `could not be checked or restored: ${cause.said}`
    case 'refused':
      return `could not be restored: ${cause.said ?? 'the host accepted the command but kept another value'}`
  }
}
