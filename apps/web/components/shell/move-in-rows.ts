/**
 * Moves the focus to the first link of the next or the previous row of a list, where Enter opens it.
 * A row is one of a table, or an item of a list of links.
 */
export function moveInRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr, main [data-rows] > li')]
  const links = rows.flatMap((row) => row.querySelector<HTMLElement>('a[href]') ?? [])
  const here = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement))
  const to = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step
  links[to]?.focus()
}
