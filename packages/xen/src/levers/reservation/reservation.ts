import { MAX_RESERVATION_US, MIN_RESERVATION_US } from '../../host-command.ts'
import type { Reservation } from '../../host-inventory.ts'
import { readReservations } from '../../read-host.ts'
import { type Lever, plainWords } from '../lever.ts'

/** RTDS's promise to each vCPU of a domain. Null when none was requested. */
interface VCpuReservation {
  reservation: Reservation | null
}

/** Whether RTDS accepts it. */
export function isReservationInRange({ periodUs, budgetUs }: Reservation): boolean {
  const isAllowed = (us: number) =>
    Number.isInteger(us) && us >= MIN_RESERVATION_US && us <= MAX_RESERVATION_US
  return isAllowed(periodUs) && isAllowed(budgetUs) && budgetUs <= periodUs
}

function value({ reservation }: VCpuReservation): string {
  if (!reservation) return 'no reservation'
  const { periodUs, budgetUs, extraTime } = reservation
  return `${budgetUs} µs in every ${periodUs} µs, ${extraTime ? 'and spare time' : 'no more'}`
}

const step = (name: string, to: VCpuReservation) => `Give each vCPU of ${name} ${value(to)}.`

export const reservation: Lever<VCpuReservation> = {
  about: 'domain',
  // It disappears when the domain leaves the cpupool.
  isRestored: false,
  now(inventory, uuid) {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
    return domain ? { reservation: domain.reservation } : null
  },
  async read(shell, { domainId }) {
    return { reservation: (await readReservations(shell)).get(domainId) ?? null }
  },
  commands: (_, to, { domainId }) =>
    to.reservation ? [{ verb: 'rtds-set', domainId, reservation: to.reservation }] : [],
  // The real-time cpupool belongs to Steelyard, with everything in it.
  couldBeOurs: () => true,
  left: null,
  words: { ...plainWords(value), setting: step, restoring: step },
}
