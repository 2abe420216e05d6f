import { nameOf, type Subject } from '../observations/subject.ts'
import { TraceError } from '../trace-error.ts'

/** @throws TraceError `bad-spec` when the user has not said which domain the log belongs to */
export function requireDomain(subject: Subject): void {
  if (nameOf(subject).trim() === '')
    throw new TraceError('bad-spec', 'The log is not assigned to a guest yet.', {
      expected: 'the name of a guest of the host',
    })
}

/** The name of a domain that is known only by Xen's number; -1 is the idle domain. */
export function defaultDomainName(domainId: number): string {
  if (domainId === 0) return 'Domain-0'
  return domainId === -1 ? 'idle' : `dom${domainId}`
}
