/** "vm1", "vm1 and vm2", "vm1, vm2 and vm3" */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
