import {
  LEVERS,
  type LeverKind,
  type ReadingBackOf,
  type SettingOf,
  type ApplicationStep as XenStep,
} from '@steelyard/xen'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** One step of an application as a person reads it. */
export function stepText(step: XenStep): string {
  switch (step.kind) {
    case 'started':
      return `Began with ${plural(step.changes.length, 'change')} to make.`
    case 'rechecked':
      return step.drift.length === 0
        ? 'Read the host again: nothing has changed since the plan.'
        : `Read the host again: ${step.drift.map(({ message }) => message).join(' ')}`
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
      return step.problem.message
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
