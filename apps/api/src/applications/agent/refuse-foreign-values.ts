import {
  type ApplicationDrift,
  type ApplicationHooks,
  type ApplicationResult,
  HostError,
  type HostInventory,
  LEVERS,
  type LeverKind,
  type RecordedChange,
  type RecordedOf,
  type RemoteShell,
  readHost,
  type StepEvent,
  type StopReason,
  valueNow,
} from '@steelyard/xen'

const REASON: StopReason = {
  code: 'drift',
  message: 'Values were changed on the host after this application. Make a new plan instead.',
}

/**
 * Runs before a roll-back sends anything. A domain whose values someone has changed since is not
 * ours to restore, and restoring only the others would leave a combination that no one chose.
 *
 * @returns the refusal; null where nothing prevents the roll-back, or where the host cannot be read
 *   now, because the roll-back itself reconnects and checks every domain again
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

async function foreignValues(
  shell: RemoteShell,
  recorded: RecordedChange[],
): Promise<ApplicationDrift[]> {
  try {
    const inventory = await readHost(shell)
    const found = await Promise.all(
      recorded.map((change) => foreignValueOf(shell, change, inventory)),
    )
    return found.flat()
  } catch (error) {
    if (error instanceof HostError) return []
    throw error
  }
}

async function foreignValueOf<K extends LeverKind>(
  shell: RemoteShell,
  change: RecordedOf<K>,
  inventory: HostInventory,
): Promise<ApplicationDrift[]> {
  const { uuid, name, after } = change
  const lever = LEVERS[change.lever]
  const isGone = !inventory.domains.some((candidate) => candidate.uuid === uuid)
  if (isGone && lever.about === 'domain') return []
  // A store that does not answer says nothing: the roll-back finds out what it can.
  const now = await valueNow(shell, change, inventory).catch(() => null)
  if (now === null && lever.about === 'record') return []
  if (now !== null && lever.couldBeOurs(now, change)) return []
  const expected = lever.words.value(after)
  const found = now && lever.words.value(now)
  return [
    {
      kind: 'changed-since-applied',
      uuid,
      name,
      expected,
      found,
    },
  ]
}
