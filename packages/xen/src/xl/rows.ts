import { HostError } from '../host-error.ts'

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

export function unexpected(what: string, line: string): HostError {
  return new HostError('unexpected-answer', `The host's answer is not ${what}.`, line)
}

/**
 * The form of one of xl's tables: its header line and its rows, both matched to the end of the
 * line.
 */
export interface TableForm {
  header: RegExp
  row: RegExp
}

/**
 * Parses a table whose first line is a header and whose rows match `row` to the end. Names come
 * first and may contain blanks and digits, so every pattern is anchored at the right.
 */
export function tableRows(
  text: string,
  what: string,
  { header, row }: TableForm,
): RegExpExecArray[] {
  const [first, ...rest] = linesOf(text)
  if (first === undefined || !header.test(first)) throw unexpected(what, first ?? '(no output)')
  return rest.map((line) => {
    const match = row.exec(line)
    if (match === null) throw unexpected(what, line)
    return match
  })
}

/** A domain in a table, with the number of its vCPUs that are online. */
export interface NamedDomain {
  id: number
  name: string
  vCpus: number
}

/** A domain name with a line break could forge a row; its id would then appear twice. */
export function refuseDuplicates(ids: (string | number)[], what: string): void {
  const seen = new Set<string | number>()
  for (const id of ids) {
    if (seen.has(id)) throw unexpected(what, `"${id}" is listed twice`)
    seen.add(id)
  }
}
