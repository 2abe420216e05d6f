import { TraceError } from '../trace-error.ts'

/** @throws TraceError `bad-spec` where the user has not said whose log it is */
export function requireDomain(domain: string): void {
  if (domain.trim() === '')
    throw new TraceError('bad-spec', 'The log belongs to no domain yet.', {
      expected: 'the name of a domain of the host',
    })
}
