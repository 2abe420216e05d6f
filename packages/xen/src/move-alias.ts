/**
 * What root on a host of a pool calls another one of it. Only its own configuration of ssh says which
 * machine that is, so whoever may name it cannot name another machine.
 * @param hostId a UUID of version 7, of which the end is random
 */
export function moveAlias(hostId: string): string {
  return `steelyard-${hostId.slice(-12)}`
}

export function isMoveAlias(text: string): boolean {
  return /^steelyard-[0-9a-f]{12}$/.test(text)
}
