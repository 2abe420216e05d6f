import {
  type ApplicationHooks,
  type ApplicationResult,
  couldBeOurs,
  type Drift,
  HostError,
  type HostInventory,
  isAboutDomain,
  type LeverValue,
  leverOf,
  type RecordedChange,
  type RemoteShell,
  readHost,
  type StepEvent,
  type StopReason,
  valueNow,
  valueWords,
} from '@steelyard/xen'

const REASON: StopReason = {
  code: 'drift',
  message: 'Values were changed on the host after this application. Make a new plan instead.',
}

/**
 * Before a roll-back sends anything: a domain that somebody has given other values since is not
 * ours to put back, and putting back the rest would leave a mixture that nobody has chosen.
 *
 * @returns the refusal; null where nothing is in the way, or where the host cannot be read now,
 *   because the roll-back itself seeks contact and checks every domain again
 */
export async function refuseForeignValues(
  shell: RemoteShell,
  recorded: RecordedChange[],
  onStep: ApplicationHooks['onStep'],
): Promise<ApplicationResult | null> {
  const drift = await foreignValues(shell, recorded)
  if (drift.length === 0) return null
  const events: StepEvent[] = [
    { kind: 'rechecked', drift },
    { kind: 'finished', outcome: 'failed', hostTouched: false },
  ]
  for (const [index, event] of events.entries()) {
    await onStep({ sequence: index + 1, at: new Date().toISOString(), ...event })
  }
  return {
    outcome: 'failed',
    hostTouched: false,
    reason: REASON,
    drift,
    notUndone: [],
    unrecordedSteps: 0,
  }
}

async function foreignValues(shell: RemoteShell, recorded: RecordedChange[]): Promise<Drift[]> {
  try {
    const inventory = await readHost(shell)
    return recorded.flatMap((change) => foreignValueOf(change, inventory))
  } catch (error) {
    if (error instanceof HostError) return []
    throw error
  }
}

function foreignValueOf(change: RecordedChange, inventory: HostInventory): Drift[] {
  const { uuid, name, after } = change
  const isGone = !inventory.domains.some((candidate) => candidate.uuid === uuid)
  if (isGone && isAboutDomain(leverOf(change))) return []
  const now = valueNow(change, inventory)
  if (now !== null && couldBeOurs(now, change)) return []
  const expected = valueWords(after)
  const found = now === null ? 'nothing of the kind' : valueWords(now)
  return [
    {
      kind: kindOf(after, now),
      uuid,
      name,
      expected,
      found,
      message: `${name} was left with ${expected} and now has ${found}.`,
    },
  ]
}

function kindOf(after: LeverValue, now: LeverValue | null): Drift['kind'] {
  if ('affinity' in after) return 'affinity-changed'
  if ('cpupool' in after) return 'cpupool-changed'
  if (!('weight' in after)) return 'cpupools-changed'
  const sameWeight = now !== null && 'weight' in now && now.weight === after.weight
  return sameWeight ? 'cap-changed' : 'weight-changed'
}
