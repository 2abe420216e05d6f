/**
 * The allow-list as POSIX extended regular expressions over what follows `xl`. One list for the
 * sudoers rules and for the gate, held to `renderArguments` by a property test. Domain-0 (id 0)
 * can be read, never set. No braces: sudoers would want their commas escaped.
 */
const upTo = (digits: number) => `[0-9]${'[0-9]?'.repeat(digits - 1)}`
const ID = upTo(5)
const CAP = upTo(6)
const FROM_ONE = `[1-9]${'[0-9]?'.repeat(4)}`

export const ALLOWED_XL_ARGUMENTS = [
  'info',
  'list -[cv]',
  'cpupool-list',
  'vcpu-list',
  `sched-credit2?( -d ${ID})?`,
  `sched-credit2? -d ${FROM_ONE} -w ${FROM_ONE}( -c ${CAP})?`,
  `sched-credit2? -d ${FROM_ONE} -c ${CAP}`,
]
