import { type LeverValue, valueWords, type ApplicationStep as XenStep } from '@steelyard/xen'

/** Weight and cap are told with their units, the rest as xl has it. */
export function values(value: LeverValue): string {
  if (!('weight' in value)) return valueWords(value)
  const { weight, cap } = value
  return `weight ${weight}, ${cap === 0 ? 'no cap' : `cap ${cap} %`}`
}

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
      return doing(step)
    case 'read-back':
      return `Read ${step.name} back: ${values(step.found)}${step.matches ? ', as planned.' : `, not ${values(step.wanted)}.`}`
    case 'rolling-back':
      return step.reason.code === 'requested'
        ? 'Began to roll back, as requested.'
        : `Began to roll back: ${step.reason.message}`
    case 'contact-lost':
      return `Lost contact: ${step.message}`
    case 'reconnected':
      return 'Connected again.'
    case 'restoring':
      return doing(step, ' back')
    case 'restored':
      return `Read ${step.name} back: ${values(step.found)}${step.matches ? ', as before.' : `, not ${values(step.wanted)}.`}`
    case 'not-undone':
      return step.problem.message
    case 'finished':
      return { verified: 'Verified.', 'rolled-back': 'Rolled back.', failed: 'Failed.' }[
        step.outcome
      ]
  }
}

function doing({ name, to }: { name: string; to: LeverValue }, back = ''): string {
  if ('pool' in to) return to.pool ? `Make ${valueWords(to)}.` : `Destroy cpupool ${name}.`
  if ('cpupool' in to) return `Move ${name}${back} to ${valueWords(to)}.`
  if ('reservation' in to) return `Promise each vCPU of ${name} ${valueWords(to)}.`
  return back ? `Put ${name} back to ${values(to)}.` : `Set ${name} to ${values(to)}.`
}
