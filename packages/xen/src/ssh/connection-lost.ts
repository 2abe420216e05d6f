import { HostError } from '../host-error.ts'

export function connectionLost(detail: string): HostError {
  return new HostError('connection-lost', 'Contact with the host was lost.', detail)
}
