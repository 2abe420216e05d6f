import { nameOf, type Subject } from '../observations/subject.ts'
import { TraceError } from '../trace-error.ts'

/** @throws TraceError `bad-spec` where the user has not said whose log it is */
export function requireDomain(subject: Subject): void {
  if (nameOf(subject).trim() === '')
    throw new TraceError('bad-spec', 'The log belongs to no domain yet.', {
      expected: 'the name of a domain of the host',
    })
}

/** What a domain is called that is only known by Xen's number of it; -1 is the idle domain. */
export function defaultDomainName(domainId: number): string {
  if (domainId === 0) return 'Domain-0'
  return domainId === -1 ? 'idle' : `dom${domainId}`
}
