const english = new Intl.ListFormat('en-GB')

/** "vm1, vm2 and vm3" */
export function listNames(names: readonly string[]): string {
  return english.format(names)
}
