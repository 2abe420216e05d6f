import http from 'node:http'
import { XapiError } from '../xapi-error.ts'
import {
  asUnreachable,
  type ConnectOptions,
  connectPinned,
  type PoolMember,
  placeOf,
} from './pinned-socket.ts'

/** All records of a thousand guests are some 6 MB. */
const LONGEST_ANSWER_BYTES = 128 * 1024 * 1024

export interface HttpRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface HttpAnswer {
  status: number
  body: string
}

/**
 * Sends one request to a member over a connection of its own, so that no answer can belong to
 * another request, and no request meets a connection that XAPI has just closed.
 *
 * @throws XapiError `certificate-changed`, `address-refused`, `unreachable`, `too-large`, and the
 *   reason of the signal
 */
export async function exchange(
  member: PoolMember,
  { method, path, headers, body }: HttpRequest,
  options: ConnectOptions,
): Promise<HttpAnswer> {
  const socket = await connectPinned(member, options)
  const stop = () => socket.destroy(options.signal.reason)
  options.signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<HttpAnswer>((done, fail) => {
      const request = http.request(
        {
          createConnection: () => socket,
          method,
          path,
          headers: {
            ...headers,
            host: placeOf(member),
            connection: 'close',
            'content-length': Buffer.byteLength(body ?? ''),
          },
        },
        (answer) => {
          const parts: Buffer[] = []
          let bytes = 0
          answer.on('data', (part: Buffer) => {
            bytes += part.length
            parts.push(part)
            if (bytes > LONGEST_ANSWER_BYTES)
              answer.destroy(new XapiError('too-large', `${placeOf(member)} answers without end.`))
          })
          answer.on('error', fail)
          answer.on('end', () =>
            done({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
          )
        },
      )
      request.on('error', fail)
      request.end(body)
    })
  } catch (error) {
    throw options.signal.aborted ? options.signal.reason : asUnreachable(member, error)
  } finally {
    options.signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}
