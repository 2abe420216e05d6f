import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NotificationMessage } from '@steelyard/contract'

export interface ReceivedMessage {
  headers: IncomingHttpHeaders
  text: string
  body: NotificationMessage
}

export interface Receiver {
  url: string
  received: ReceivedMessage[]
  /** The status that it answers with from now on, or how it fails to. */
  answers: number | 'never' | 'redirect' | 'endlessly'
  close(): Promise<void>
}

/** A web server that keeps what it receives. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    receiver.received.push({ headers: request.headers, text, body: JSON.parse(text) })
    switch (receiver.answers) {
      case 'never':
        return
      case 'redirect':
        return response.writeHead(307, { location: '/elsewhere' }).end()
      case 'endlessly': {
        const send = () => response.write(Buffer.alloc(65_536)) && setImmediate(send)
        response.on('drain', send).on('close', () => response.removeAllListeners())
        return send()
      }
      default:
        response.writeHead(receiver.answers).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks/very-secret?token=also-secret`,
    received: [],
    answers: 204,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
