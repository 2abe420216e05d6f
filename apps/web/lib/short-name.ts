/** A name of at most so many characters, cut in the middle: its end tells hosts and guests apart. */
export function shortName(name: string, most: number): string {
  if (name.length <= most) return name
  const tail = Math.floor((most - 1) / 2)
  return `${name.slice(0, most - 1 - tail)}…${name.slice(-tail)}`
}
