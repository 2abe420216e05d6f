/** Our clock in seconds since the epoch, finer than milliseconds and monotonic. */
export function preciseNow(): number {
  return (performance.timeOrigin + performance.now()) / 1000
}
