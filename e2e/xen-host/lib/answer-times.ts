/** Reads what busybox's ping printed: the times of the answers in milliseconds, in order. */
export function answerTimes(said: string): number[] {
  return [...said.matchAll(/ time=([\d.]+) ms/g)].map(([, ms]) => Number(ms))
}
