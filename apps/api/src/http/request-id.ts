import { uuidV7 } from '../uuid.ts'

/** Keeps a caller's own id if it is short and plain; any other could forge log lines. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(header) ? header : uuidV7()
}
