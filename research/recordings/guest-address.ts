/**
 * A guest's address on the host's own network, by its number from 1. The images fix the addresses
 * of three guests.
 */
export function guestAddress(number: number): string {
  return `10.77.0.1${number}`
}
