import type { PolicySettings } from '@steelyard/contract'

/** What happens now when a target of a host is missed. */
export function policyWords(
  { mode, dryRun, missedWindows, ofWindows }: PolicySettings,
  hasGrant: boolean,
): string {
  const when = `When a target is missed in ${missedWindows} of ${ofWindows} minutes,`
  if (mode === 'off') return `${when} it is logged; nothing is changed.`
  return `${when} ${thenWords(mode, dryRun, hasGrant)}`
}

function thenWords(
  mode: 'recommend' | 'approve' | 'automatic',
  dryRun: boolean,
  hasGrant: boolean,
) {
  if (mode === 'recommend') return 'weights are recommended; a person applies them or does not.'
  const applied = dryRun
    ? 'the journal says what would have been applied (dry run)'
    : 'they are applied'
  if (mode === 'approve') {
    return `weights are recommended; once a person approves them, ${applied}.`
  }
  return hasGrant
    ? `weights are recommended; once a person approves them, ${applied}. A change of a kind that was approved and confirmed here before needs no person.`
    : `weights are recommended; once a person approves them, ${applied}. Nothing happens without a person, because no grant holds.`
}
