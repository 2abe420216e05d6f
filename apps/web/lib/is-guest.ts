/** Domain-0 serves the others; it is no guest. */
export function isGuest({ name }: { name: string }): boolean {
  return name !== 'Domain-0'
}
