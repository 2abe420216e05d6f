import dns from 'node:dns'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { probeHostKey } from '../probe-host-key.ts'
import { parseAddressRules } from './address-rules.ts'
import { allowedAddresses } from './allowed-addresses.ts'

afterEach(() => vi.restoreAllMocks())

/** A name server that gives the answers in turn, and then the last one for ever. */
function answers(...all: string[][]) {
  const found = (addresses: string[]) =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const spy = vi.spyOn(dns.promises, 'lookup')
  for (const addresses of all) spy.mockResolvedValueOnce(found(addresses) as never)
  return spy.mockResolvedValue(found(all.at(-1)!) as never)
}

const rules = parseAddressRules('127.0.0.2/32,10.0.0.0/8')

it('keeps of the addresses of a name those that are allowed', async () => {
  answers(['169.254.169.254', '10.0.0.7', '::1', '10.0.0.8'])
  const found = await allowedAddresses('xen.example.org', rules)
  expect(found.map(({ address }) => address)).toEqual(['10.0.0.7', '10.0.0.8'])
})

it('says why when none is left', async () => {
  answers(['169.254.169.254', '::1'])
  await expect(allowedAddresses('xen.example.org', rules)).rejects.toMatchObject({
    code: 'address-refused',
    message: 'Steelyard does not connect to xen.example.org: it is a link-local address.',
  })
  await expect(allowedAddresses('192.0.2.1', rules)).rejects.toMatchObject({
    message: expect.stringContaining('not among the addresses'),
  })
})

it.each(['0x7f000001', '2130706433', '127.1'])('judges what %s stands for', async (spelling) => {
  await expect(allowedAddresses(spelling, parseAddressRules())).rejects.toMatchObject({
    code: 'address-refused',
  })
})

it.each(['metadata.google.internal', 'METADATA.google.internal.', 'instance-data'])(
  'does not even look %s up',
  async (name) => {
    const spy = answers(['192.0.2.1'])
    await expect(allowedAddresses(name, parseAddressRules())).rejects.toMatchObject({
      message: `Steelyard does not connect to ${name}: it is a cloud metadata address.`,
    })
    expect(spy).not.toHaveBeenCalled()
  },
)

it('connects to the address that was judged, even if the name has another one by then', async () => {
  const reached: (string | undefined)[] = []
  const onConnection = (socket: Socket) => {
    reached.push(socket.localAddress)
    socket.destroy()
  }
  const server = createServer(onConnection)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as { port: number }
  const spy = answers(['127.0.0.2'], ['127.0.0.3'])
  const system = vi.spyOn(dns, 'lookup')
  await expect(probeHostKey({ address: 'rebinding.example.org', port, rules })).rejects.toThrow()
  expect(new Set(reached)).toEqual(new Set(['127.0.0.2']))
  expect(spy).toHaveBeenCalled()
  expect(system).not.toHaveBeenCalled()
  await closed(server)
})

it('sends nothing to an address that is refused', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const target = { address: '127.0.0.1', port, rules: parseAddressRules() }
  await expect(probeHostKey(target)).rejects.toMatchObject({ code: 'address-refused' })
  expect(connections).toBe(0)
  await closed(server)
})

it('tries the next address of a name when one does not answer', async () => {
  const server = createServer((socket) => socket.resume().end('SSH-1.0-old\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  const { port } = server.address() as { port: number }
  const served = new Promise((resolve) => server.once('connection', resolve))
  answers(['127.0.0.3', '127.0.0.2'])
  const loopback = parseAddressRules('127.0.0.0/8')
  const probe = probeHostKey({ address: 'two.example.org', port, rules: loopback })
  await expect(probe).rejects.toMatchObject({ code: 'unreachable' })
  await served
  await closed(server)
})

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
