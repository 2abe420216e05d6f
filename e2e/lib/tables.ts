import type { Locator, Page } from '@playwright/test'

/** Reads a row as cells keyed by the table's column headings. */
export function readRow(row: Locator): Promise<Record<string, string>> {
  return row.evaluate((element) => {
    const textOf = (cell: Element) => (cell as HTMLElement).innerText.replace(/\s+/g, ' ').trim()
    const headings = [...element.closest('table')!.querySelectorAll('thead th')].map(textOf)
    const cells = [...element.children].map(textOf)
    return Object.fromEntries(cells.map((text, at) => [headings[at], text]))
  })
}

/** A domain's row in a table with one row per domain. */
export function domainRow(rows: Locator, domain: string): Locator {
  // Some tables write the domain's id below its name.
  const heading = rows.page().getByRole('rowheader', { name: new RegExp(`^${domain}\\b`) })
  return rows.getByRole('row').filter({ has: heading })
}

/** A phase's row in "Phase by phase", of the domain that the section is turned to. */
export async function phaseRow(page: Page, phase: string, domain: string): Promise<Locator> {
  await page.getByLabel('Guest of the table').selectOption(domain)
  const table = page.getByRole('table', { name: 'Measured and estimated response times by phase' })
  return table.getByRole('row', { name: new RegExp(`^${phase}\\b`) })
}

/** The number that a cell such as `65.6 ms` or `1,234 ms +17 %` begins with. */
export function leadingNumber(text: string | undefined): number {
  const digits = /^[\d,.]+/.exec(text ?? '')?.[0]
  if (!digits) throw new Error(`No number in "${text}"`)
  return Number(digits.replaceAll(',', ''))
}
