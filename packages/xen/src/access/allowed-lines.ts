/**
 * The allow-list as POSIX extended regular expressions over what follows `xl`. One list for the
 * sudoers rules and for the gate, held to `renderArguments` by a property test. Domain-0 (id 0)
 * can be read, never set.
 */
const WEIGHT = '[1-9][0-9]{0,4}'
const CAP = '[0-9]{1,6}'
const GUEST = '[1-9][0-9]{0,4}'

export const ALLOWED_XL_ARGUMENTS = [
  'info',
  'list -[cv]',
  'cpupool-list',
  'vcpu-list',
  'sched-credit2?( -d [0-9]{1,5})?',
  `sched-credit2? -d ${GUEST} -w ${WEIGHT}( -c ${CAP})?`,
  `sched-credit2? -d ${GUEST} -c ${CAP}`,
]
