import { once } from 'node:events'
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import ssh2, { type AuthContext, type Connection, type Server, type ServerChannel } from 'ssh2'
import { generateHostKeyPair } from '../access/generate-host-key-pair.ts'
import type { CommandAnswer } from '../remote-shell.ts'
import { describeHostKey } from '../ssh/host-key.ts'
import { useCpu } from './cpu-load.ts'
import { type DoubleHost, happenings, sampleHost } from './double-state.ts'
import { Recorders, type RecordingFaults } from './recorders.ts'
import { answerXl, NOT_ROOT } from './xl-dialogue.ts'
import { migrate, NO_SUCH_PEER, type XlMoveFault } from './xl-migrate.ts'
import { failWith, succeed } from './xl-sched.ts'

/** Faults and their timing, as plain data, so that another process can set them. */
export interface Faults extends RecordingFaults {
  /** These weights are rejected as out of range. */
  refuseWeights?: number[]
  /** Commands that set values are accepted but have no effect. */
  ignoreSets?: boolean
  /** This many commands that set values succeed, then one fails. */
  failAfterSets?: number
  /** The connection is lost at the first command after this many that set values. */
  cutAfterSets?: number
  /** The connection is lost earlier: before the answer to the last of them is sent. */
  loseAnswer?: boolean
  /** This many of the next connections are dropped before the handshake. */
  dropConnections?: number
  /** Commands that contain this text get no answer. */
  hangOn?: string
  /** Commands that contain this text get noise as an answer, with exit code 0. */
  garbageOn?: string
  /** How a move from here goes wrong. */
  move?: XlMoveFault
  /** A guest that moves from here arrives with weight 256 and no cap, whatever it had. */
  moveForgetsWeight?: boolean
  /** How long a move takes. Default 0. */
  moveSeconds?: number
  /** Every answer is delayed by this much. */
  delayMs?: number
}

export interface DoubleOptions {
  /** Where it listens. Default 127.0.0.1. */
  address?: string
  /** 0 takes any free port. */
  port?: number
  host?: DoubleHost
  username?: string
  /** For accounts other than root: command lines after `sudo -n` that sudo allows. */
  sudoAllows?: RegExp
  /** How much faster than real time its recorders and its clock run. */
  speed?: number
  /** How long the request of a line of its log took, in microseconds. Default 6400 for each. */
  durationUs?: (line: number) => number
  /** How many requests stand in its log for each second. Default 5. */
  requestsPerSecond?: number
}

/**
 * An SSH server on loopback that behaves like a Xen host: real keys, the manners of a real sshd,
 * and xl's answers from a state that persists between commands.
 */
export class XenHostDouble {
  readonly host: DoubleHost
  readonly username: string
  readonly authorisedKeys = new Set<string>()
  /** Every command line that ran, in order. */
  readonly commands: string[] = []
  /** Hosts that this one hands guests over to, by what its root calls them. */
  readonly peers = new Map<string, XenHostDouble>()
  connections = 0
  authenticationAttempts = 0
  faults: Faults = {}
  /** Called before each command is executed, so that tests can interfere. */
  beforeCommand: (line: string) => void = () => {}
  readonly recorders: Recorders
  readonly #startedAt = Date.now() / 1000 - performance.now() / 1000
  readonly #speed: number
  readonly #sudoAllows: RegExp
  readonly #net: NetServer
  readonly #sockets = new Set<Socket>()
  #cutBeforeNext = false
  #movesUnderWay = 0
  #ranUntil = 0
  #ssh!: Server
  #fingerprint!: string

  private constructor(options: DoubleOptions) {
    this.host = options.host ?? sampleHost()
    this.username = options.username ?? 'root'
    this.#sudoAllows = options.sudoAllows ?? /^(xl|stdbuf|xentrace) /
    this.#speed = options.speed ?? 1
    this.#ranUntil = this.nowSeconds
    this.recorders = new Recorders({
      host: this.host,
      speed: this.#speed,
      durationUs: options.durationUs ?? (() => 6400),
      requestsPerSecond: options.requestsPerSecond ?? 5,
      faults: () => this.faults,
      nowSeconds: () => this.nowSeconds,
      cutConnections: () => this.cutConnections(),
    })
    this.changeHostKey()
    this.#net = createServer((socket) => this.#accept(socket))
  }

  static async start(options: DoubleOptions = {}): Promise<XenHostDouble> {
    const double = new XenHostDouble(options)
    double.#net.listen(options.port ?? 0, options.address ?? '127.0.0.1')
    await once(double.#net, 'listening')
    return double
  }

  /** Its clock, in seconds since the epoch. */
  get nowSeconds(): number {
    return this.#startedAt + (performance.now() / 1000) * this.#speed
  }

  get port(): number {
    return (this.#net.address() as { port: number }).port
  }

  get hostKeyFingerprint(): string {
    return this.#fingerprint
  }

  authorise(publicKey: string): void {
    this.authorisedKeys.add(publicKey.split(' ')[1]!)
  }

  /** Takes effect from the next connection on. */
  changeHostKey(): void {
    const { privateKey, publicKey } = generateHostKeyPair('xen0')
    this.#fingerprint = describeHostKey(Buffer.from(publicKey.split(' ')[1]!, 'base64')).fingerprint
    this.#ssh = new ssh2.Server({ hostKeys: [privateKey] }, (client) => this.#serve(client))
  }

  get openConnections(): number {
    return this.#sockets.size
  }

  cutConnections(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  reboot(): void {
    this.cutConnections()
    happenings.reboot(this.host)
  }

  async stop(): Promise<void> {
    this.cutConnections()
    this.#net.close()
    await once(this.#net, 'close')
  }

  #accept(socket: Socket): void {
    this.connections += 1
    socket.on('error', () => {})
    socket.setNoDelay(true)
    if ((this.faults.dropConnections ?? 0) > 0) {
      this.faults.dropConnections! -= 1
      socket.destroy()
      return
    }
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    this.#ssh.injectSocket(socket)
  }

  #serve(client: Connection): void {
    client.on('error', () => {})
    client.on('authentication', (context) => this.#authenticate(context))
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec, _reject, { command }) => {
        void this.#execute(acceptExec(), command)
      })
    })
  }

  #authenticate(context: AuthContext): void {
    this.authenticationAttempts += 1
    if (this.#isAuthorised(context)) context.accept()
    else context.reject(['publickey'])
  }

  #isAuthorised(context: AuthContext): boolean {
    if (context.method !== 'publickey' || context.username !== this.username) return false
    const { key, signature, blob, hashAlgo } = context
    const data = key.data.toString('base64')
    if (!this.authorisedKeys.has(data)) return false
    // Without a signature the client only asks whether the key would be accepted.
    if (!signature || !blob) return true
    const parsed = ssh2.utils.parseKey(`${key.algo} ${data}`)
    return !(parsed instanceof Error) && parsed.verify(blob, signature, hashAlgo) === true
  }

  async #execute(channel: ServerChannel, line: string): Promise<void> {
    channel.on('error', () => {})
    if (this.#cutBeforeNext) {
      this.#cutBeforeNext = false
      return this.cutConnections()
    }
    this.commands.push(line)
    this.#letDomainsRun()
    this.beforeCommand(line)
    const { faults } = this
    if (this.#mayRun(line) && this.recorders.run(channel, withoutSudo(line))) return
    const answer = (await this.#moved(line)) ?? this.#answer(line)
    if (faults.delayMs) await sleep(faults.delayMs)
    if (faults.hangOn && line.includes(faults.hangOn)) return
    const cut = this.#cutsNow(line)
    if (cut && faults.loseAnswer) return this.cutConnections()
    if (answer.stderr) channel.stderr.write(answer.stderr)
    if (answer.stdout) channel.write(answer.stdout)
    channel.exit(answer.exitCode)
    channel.end()
    // The cut comes before the next command, because right here it could overtake the answer.
    this.#cutBeforeNext = cut
  }

  /** Hands a guest over where the line asks for that. */
  async #moved(line: string): Promise<CommandAnswer | null> {
    const [, id, alias] = /^xl migrate (\d+) (\S+)$/.exec(withoutSudo(line)) ?? []
    const domain = this.host.domains.find((each) => each.id === Number(id))
    if (alias === undefined || !domain || !this.#mayRun(line)) return null
    const peer = this.peers.get(alias)
    if (!peer) return NO_SUCH_PEER
    const { move: fault, moveForgetsWeight = false, moveSeconds: seconds = 0 } = this.faults
    const cut = () => this.cutConnections()
    this.#movesUnderWay += 1
    try {
      return await migrate(
        { from: this.host, to: peer.host, fault, forgetsWeight: moveForgetsWeight, seconds, cut },
        domain,
      )
    } finally {
      this.#movesUnderWay -= 1
    }
  }

  /** Adds the CPU time that its domains have used since the last command. */
  #letDomainsRun(): void {
    const now = this.nowSeconds
    useCpu(this.host, now - this.#ranUntil)
    this.#ranUntil = now
  }

  #cutsNow(line: string): boolean {
    const { faults } = this
    if (!isSet(line) || faults.cutAfterSets === undefined) return false
    faults.cutAfterSets -= 1
    if (faults.cutAfterSets > 0) return false
    delete faults.cutAfterSets
    return true
  }

  #failsNow(): boolean {
    const { faults } = this
    if (faults.failAfterSets === undefined) return false
    faults.failAfterSets -= 1
    if (faults.failAfterSets >= 0) return false
    delete faults.failAfterSets
    return true
  }

  #mayRun(line: string): boolean {
    const command = withoutSudo(line)
    return command === line || this.username === 'root' || this.#sudoAllows.test(command)
  }

  #answer(line: string): CommandAnswer {
    const { garbageOn, refuseWeights, ignoreSets } = this.faults
    if (garbageOn && line.includes(garbageOn)) {
      return { exitCode: 0, stdout: '\u0000\ufffd{"not": xl}\n-1 -1 -1\n', stderr: '' }
    }
    const command = withoutSudo(line)
    const sudo = command !== line
    if (!this.#mayRun(line)) return failWith(1, 'sudo: a password is required')
    const words = command.split(' ')
    if (command.startsWith('pgrep ')) return this.#movesUnderWay > 0 ? succeed('411\n') : NONE
    if (words.shift() !== 'xl') return failWith(127, `bash: line 1: ${line}: command not found`)
    if (!sudo && this.username !== 'root') return NOT_ROOT
    if (isSet(command) && this.#failsNow()) return failWith(1, 'libxl: error: it failed')
    const weight = Number(/ -w (\d+)/.exec(command)?.[1])
    if (refuseWeights?.includes(weight)) words[words.indexOf('-w') + 1] = '0'
    return answerXl(ignoreSets ? structuredClone(this.host) : this.host, words)
  }
}

/** What a program says that looks for processes and finds none. */
const NONE: CommandAnswer = { exitCode: 1, stdout: '', stderr: '' }

/** Whether the command changes anything. */
export function isSet(line: string): boolean {
  return / -[wcb] | vcpu-pin | cpupool-(?!list)/.test(line)
}

function withoutSudo(line: string): string {
  return line.replace(/^sudo -n /, '')
}
