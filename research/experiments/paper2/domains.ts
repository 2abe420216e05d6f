import { guestAddress } from '../../recordings/guest-address.ts'

/** The guest with HAProxy. */
export const BALANCER = { number: 1, name: 'vm1' }
/** The web servers behind it, which are its neighbours on the host. */
export const WEB_SERVERS = [2, 3].map((number) => ({
  number,
  name: `vm${number}`,
  address: `${guestAddress(number)}:80`,
}))
