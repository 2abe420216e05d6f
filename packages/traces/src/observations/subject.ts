/**
 * Whose requests or CPU time it is: a domain of the host, or one that the operator left out. A
 * domain that is left out still shows how much time a source covers, and who ran while others
 * waited.
 */
export type Subject = string | LeftOut

interface LeftOut {
  /** The name found in the source. */
  leftOut: string
}

export function isLeftOut(subject: Subject): subject is LeftOut {
  return typeof subject !== 'string'
}

/** The subjects that are domains, in order. */
export function domainsAmong(subjects: Iterable<Subject>): string[] {
  return [...subjects].filter((subject): subject is string => !isLeftOut(subject)).sort()
}

/** The domain, or the name in the source of one that is left out. */
export function nameOf(subject: Subject): string {
  return isLeftOut(subject) ? subject.leftOut : subject
}

/** Domains can serve as map keys directly; equal names that are left out must map to one object. */
export class Subjects {
  readonly #leftOut = new Map<string, LeftOut>()

  keyOf(subject: Subject): Subject {
    if (!isLeftOut(subject)) return subject
    const known = this.#leftOut.get(subject.leftOut)
    if (known) return known
    this.#leftOut.set(subject.leftOut, subject)
    return subject
  }
}
