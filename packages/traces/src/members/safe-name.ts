import { visible } from '../reading/visible.ts'
import { TraceError } from '../trace-error.ts'

/**
 * Names are kept to find duplicates, so this limits the memory that a hostile archive can occupy.
 */
const MAX_NAMES = 20_000
const MAX_NAME_LENGTH = 4096

/**
 * Nothing is ever written under a member's name. But an archive that tries to escape, or that uses
 * one name twice, is not what an operator meant to send, so all of it is rejected.
 */
export class MemberNames {
  readonly #seen = new Set<string>()
  readonly #archive: string

  constructor(archive: string) {
    this.#archive = archive
  }

  check(name: string): void {
    const shown = shownName(name)
    if (name.length > MAX_NAME_LENGTH) this.refuse(`holds a name that is too long, ${shown}`)
    if (this.#seen.size >= MAX_NAMES) this.refuse(`has more than ${MAX_NAMES} entries`)
    if (/^([/\\]|[A-Za-z]:)/.test(name)) this.refuse(`has the absolute path ${shown}`)
    if (name.split(/[/\\]/).includes('..'))
      this.refuse(`has the path ${shown}, which leads outside it`)
    if (/[\0\r\n]/.test(name)) this.refuse(`has a control character in the name ${shown}`)
    const canonical = name.replace(/\\/g, '/').replace(/(^|\/)(\.?\/)+/g, '$1')
    if (this.#seen.has(canonical)) this.refuse(`holds ${shown} twice`)
    this.#seen.add(canonical)
  }

  refuse(what: string): never {
    throw new TraceError('unsafe-archive', `The archive ${what}.`, {
      where: { path: this.#archive },
      expected: 'ordinary files under relative, distinct names',
      fix: 'Pack the logs again from their own directory.',
    })
  }
}

/** A member's name as a message quotes it. */
export function shownName(name: string): string {
  return `"${visible(name.slice(0, 200))}"`
}

/** Companion files that macOS adds to archives. */
export function isPackingDebris(name: string): boolean {
  return /(^|\/)(__MACOSX\/|\._|\.DS_Store$)/.test(name)
}
