import { generateHostKeyPair } from '../access/generate-host-key-pair.ts'
import type { ApplicationHooks, ApplicationStep } from '../apply/application.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { type AddressRules, parseAddressRules } from '../ssh/address/address-rules.ts'
import { connectHost } from '../ssh/connect-host.ts'
import type { HostConnection } from '../ssh/host-connection.ts'
import type { ConnectOptions } from '../ssh/open-client.ts'
import { type DoubleOptions, XenHostDouble } from './xen-host-double.ts'

/** Doubles listen on loopback. */
export const LOOPBACK: AddressRules = parseAddressRules('127.0.0.0/8')

export interface Fixture {
  double: XenHostDouble
  connection: HostConnection
  connect(options?: ConnectOptions): Promise<RemoteShell>
  /** Those of an application whose steps are stored in `steps`; it connects again at once. */
  hooks(steps: ApplicationStep[], more?: Partial<ApplicationHooks>): ApplicationHooks
  /** Weights and caps in the host's own state, by domain name. */
  weights(): Record<string, string>
  stop(): Promise<void>
}

/** A running, enrolled double: its key is pinned, and it accepts ours. */
export async function startFixture(options: DoubleOptions = {}): Promise<Fixture> {
  const double = await XenHostDouble.start(options)
  const { privateKey, publicKey } = generateHostKeyPair('steelyard')
  double.authorise(publicKey)
  const connection: HostConnection = {
    address: '127.0.0.1',
    port: double.port,
    rules: LOOPBACK,
    username: double.username,
    privateKey,
    hostKeyFingerprint: double.hostKeyFingerprint,
  }
  const shells: RemoteShell[] = []
  const connect = async (connectOptions?: ConnectOptions) => {
    const shell = await connectHost(connection, connectOptions)
    shells.push(shell)
    return shell
  }
  return {
    double,
    connection,
    connect,
    hooks: (steps, more) => ({
      onStep: async (step) => {
        steps.push(JSON.parse(JSON.stringify(step)))
      },
      reconnect: () => connect(),
      reconnectAttempts: 3,
      reconnectDelayMs: 1,
      ...more,
    }),
    weights: () =>
      Object.fromEntries(
        double.host.domains.map(({ name, weight, cap }) => [name, `${weight}/${cap}`]),
      ),
    async stop() {
      await Promise.all(shells.map((shell) => shell.close()))
      await double.stop()
    },
  }
}
