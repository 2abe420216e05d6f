/** Domain-0 serves the other domains and is not a guest. */
export function isGuest({ name }: { name: string }): boolean {
  return name !== 'Domain-0'
}
