import net from 'node:net'
import readline from 'node:readline'

/** Sends one command to QEMU's monitor (QMP). */
async function ask(socket: string, execute: string, args: object = {}): Promise<void> {
  const connection = net.createConnection(socket)
  try {
    const answers = readline.createInterface({ input: connection })[Symbol.asyncIterator]()
    const answer = async () => {
      for (;;) {
        const { value, done } = await answers.next()
        if (done) throw new Error(`QEMU's monitor closed during ${execute}`)
        const message = JSON.parse(value)
        if ('error' in message) throw new Error(`${execute}: ${message.error.desc}`)
        if (!('event' in message)) return
      }
    }
    await answer() // the greeting
    for (const command of [{ execute: 'qmp_capabilities' }, { execute, arguments: args }]) {
      connection.write(`${JSON.stringify(command)}\n`)
      await answer()
    }
  } finally {
    connection.destroy()
  }
}

/** Plugs in or unplugs the host's network cable. While unplugged, packets are dropped silently. */
export function plugNetwork(socket: string, up: boolean): Promise<void> {
  return ask(socket, 'set_link', { name: 'nic0', up })
}

export function quitQemu(socket: string): Promise<void> {
  return ask(socket, 'quit')
}
