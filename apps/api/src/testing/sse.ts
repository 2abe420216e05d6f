import http from 'node:http'

export interface ReceivedEvent {
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  data: any
}

/** Reads server-sent events over a real connection until the server ends it. */
export async function* readEvents(
  url: string,
  headers: Record<string, string>,
): AsyncGenerator<ReceivedEvent, void> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, { headers }, resolve).once('error', reject)
  })
  if (response.headers['content-type'] !== 'text/event-stream') {
    throw new Error(`not an event stream: ${response.statusCode}`)
  }
  let pending = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const blocks = (pending + chunk).split('\n\n')
    pending = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      if (event && data) yield { event, data: JSON.parse(data) }
    }
  }
}
