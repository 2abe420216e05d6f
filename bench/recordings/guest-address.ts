/** On the host's own network, by the guest's number from 1; the images lay this down for three. */
export function guestAddress(number: number): string {
  return `10.77.0.1${number}`
}
