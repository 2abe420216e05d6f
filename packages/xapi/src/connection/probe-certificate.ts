import {
  connectTls,
  type MemberAddress,
  type MemberCertificate,
  type ResolveAddress,
} from './pinned-socket.ts'
import { withTimeLimit } from './time-limit.ts'

/**
 * Asks a member for its certificate and sends nothing, so that a person can compare its fingerprint
 * with `openssl x509 -noout -fingerprint -sha256 -in /etc/xensource/xapi-ssl.pem` on the host.
 *
 * @throws XapiError `address-refused`, `unreachable`, `timeout` or `cancelled`
 */
export async function probeCertificate(
  member: MemberAddress,
  options: { resolve?: ResolveAddress; seconds?: number; signal?: AbortSignal } = {},
): Promise<MemberCertificate> {
  const { resolve, seconds = 15, signal } = options
  return withTimeLimit('The connection', seconds, signal, async (stop) => {
    const { socket, certificate } = await connectTls(member, { resolve, signal: stop })
    socket.destroy()
    return certificate
  })
}
