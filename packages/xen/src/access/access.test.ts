import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import ssh2 from 'ssh2'
import { afterAll, describe, expect, it } from 'vitest'
import { type HostCommand, renderCommandLine } from '../host-command.ts'
import { describeHostKey } from '../ssh/host-key.ts'
import { anyCommand, PEER } from '../testing/any-command.ts'
import { ALLOWED_UNPRIVILEGED, allowedAsRoot } from './allowed-lines.ts'
import { authorizedKeysLine } from './authorized-keys-line.ts'
import { gateScript } from './gate-script.ts'
import { generateHostKeyPair } from './generate-host-key-pair.ts'
import { guestLogCommand, guestLogKeyLine } from './guest-log-key-line.ts'
import { sudoersSnippet } from './sudoers-snippet.ts'

describe('generateHostKeyPair', () => {
  it('makes keys that can sign, with matching private and public halves', () => {
    for (let round = 0; round < 50; round += 1) {
      const { privateKey, publicKey } = generateHostKeyPair('steelyard'.slice(0, 1 + (round % 9)))
      const secret = ssh2.utils.parseKey(privateKey)
      const open = ssh2.utils.parseKey(publicKey)
      if (secret instanceof Error) throw secret
      if (open instanceof Error) throw open
      expect(secret.getPublicSSH().equals(open.getPublicSSH())).toBe(true)
      expect(open.verify('text', secret.sign('text') as Buffer)).toBe(true)
      expect(describeHostKey(open.getPublicSSH()).algorithm).toBe('ssh-ed25519')
    }
  })

  it('refuses a comment that would add a line', () => {
    expect(() => generateHostKeyPair('a\nssh-rsa AAAA')).toThrow('comment')
  })
})

describe('authorizedKeysLine', () => {
  const { publicKey } = generateHostKeyPair('steelyard')

  it('restricts the key, and forces the gate where one is given', () => {
    expect(authorizedKeysLine(publicKey)).toBe(`restrict ${publicKey}`)
    expect(authorizedKeysLine(publicKey, '/usr/local/sbin/gate')).toBe(
      `restrict,command="/usr/local/sbin/gate" ${publicKey}`,
    )
  })

  it.each([`${publicKey}\nssh-rsa AAAA`, 'ssh-rsa AAAA', ''])('refuses %j as a key', (line) => {
    expect(() => authorizedKeysLine(line)).toThrow('Ed25519')
  })

  it.each(['/a" ssh', 'gate', '/a b'])('refuses %j as a gate', (gate) => {
    expect(() => authorizedKeysLine(publicKey, gate)).toThrow('absolute')
  })
})

const allowedLines = [
  ...allowedAsRoot([PEER]).flatMap((program) =>
    program.arguments.map((words) => `${program.name} ${words}`),
  ),
  ...ALLOWED_UNPRIVILEGED,
]
const patterns = allowedLines.map((line) => new RegExp(`^(sudo -n )?${line}$`))
const patternsAsRoot = allowedLines
  .slice(0, -ALLOWED_UNPRIVILEGED.length)
  .map((line) => new RegExp(`^sudo -n ${line}$`))
const isUnprivileged = (line: string) =>
  ALLOWED_UNPRIVILEGED.some((pattern) => new RegExp(`^${pattern}$`).test(line))
const isAllowed = (line: string) => patterns.some((pattern) => pattern.test(line))

describe('the allow-list on the host', () => {
  it('accepts every command that can be rendered', () => {
    fc.assert(
      fc.property(anyCommand, (command) => {
        expect(isAllowed(renderCommandLine(command, 'root'))).toBe(true)
        const line = renderCommandLine(command, 'steelyard')
        const asRoot = patternsAsRoot.some((pattern) => pattern.test(line))
        expect(asRoot || isUnprivileged(line)).toBe(true)
      }),
    )
  })

  it.each([
    'xl sched-credit -d 0 -w 1',
    'xl sched-credit -d 1 -w 0',
    'xl sched-credit -d 1 -w 5 -s -t 1000',
    'xl sched-credit -s -t 20',
    'xl destroy 1',
    'xl vcpu-pin 1 all 0 1',
    'xl vcpu-pin -f 1 all 0',
    'xl vcpu-pin vm1 all 0',
    'xl vcpu-pin 1 all 0,',
    'xl vcpu-pin 1 all ^1',
    'xl vcpu-pin 1 all nodes:0',
    'xl vcpu-pin 1 all -',
    'xl cpupool-list -c Pool-0',
    'xl cpupool-cpu-remove Pool-1 1',
    'xl cpupool-cpu-remove Pool-0 all',
    'xl cpupool-cpu-remove Pool-0 node:1',
    'xl cpupool-create /etc/shadow',
    'xl cpupool-create name="steelyard-rt" sched="null" cpus="1"',
    'xl cpupool-create name="other" sched="rtds" cpus="1"',
    'xl cpupool-create name="steelyard-rt" sched="rtds" cpus="1" extra="1"',
    'xl cpupool-destroy Pool-1',
    'xl cpupool-migrate 0 steelyard-rt',
    'xl cpupool-migrate vm1 steelyard-rt',
    'xl cpupool-migrate 1 Pool-1',
    'xl cpupool-rename Pool-0 x',
    'xl sched-rtds -d 0 -v all -p 10000 -b 4000 -e 1',
    'xl sched-rtds -d 1 -v all -p 10000 -b 4000 -e 2',
    'xl sched-rtds -d 1 -v all -p 10000',
    'xl list -l',
    'xl info; reboot',
    'xl info\nreboot',
    'xentrace -D -e 0x0002f000 -T 60 /etc/shadow',
    'xentrace -D -S 256 -e 0x0002f000 /dev/stdout',
    'xentrace -D -S 256 -e 0x0002f000 -T 60 -x /dev/stdout',
    'stdbuf -oL xentop -b -f -d 1',
    'stdbuf -oL sh',
    'stdbuf -oL xentop -b -f -d 1 -i 2 -o',
    'xentop',
    'pidof sh',
    'pgrep -f sh',
    `xl migrate 0 ${PEER}`,
    `xl migrate vm1 ${PEER}`,
    `xl migrate -s sh 1 ${PEER}`,
    'xl migrate 1 steelyard-000000000000',
    'xl migrate 1 192.0.2.7',
    `xl migrate 1 ${PEER} x`,
    'xl migrate-receive',
    'date -s 0',
    'date +%s1%N',
  ])('blocks %j', (line) => {
    expect(isAllowed(line)).toBe(false)
  })

  it('is written into the sudoers rules, and only for a plain account name', () => {
    const snippet = sudoersSnippet('steelyard')
    expect(snippet).toContain('steelyard ALL=(root) NOPASSWD: /usr/sbin/xl ^info$, \\\n')
    // sudoers takes a regular expression of up to 1024 characters as it is; escapes have their own
    // meaning there.
    for (const rule of allowedAsRoot([PEER]).flatMap((program) => program.arguments)) {
      expect(rule).not.toMatch(/[\\#\n]/)
      expect(rule.length).toBeLessThan(1000)
    }
    expect(() => sudoersSnippet('ALL')).toThrow('account name')
    expect(() => sudoersSnippet('a ALL=(ALL) ALL\n')).toThrow('account name')
  })
})

describe('the gate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steelyard-gate-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o755)
    return join(folder, name)
  }
  write('xl', '#!/bin/sh\necho "ran: $*"\n')
  write('date', '#!/bin/sh\necho "date: $*"\n')
  const gate = write('gate', gateScript().replace('PATH=', `PATH=${folder}:`))
  const ask = (line: string) =>
    spawnSync(gate, { env: { SSH_ORIGINAL_COMMAND: line }, encoding: 'utf8' })

  it('moves guests only where that was asked for', () => {
    const move = `xl migrate 1 ${PEER}`
    expect(ask(move).status).toBe(126)
    const open = write('open', gateScript([PEER]).replace('PATH=', `PATH=${folder}:`))
    const env = { SSH_ORIGINAL_COMMAND: move }
    expect(spawnSync(open, { env, encoding: 'utf8' }).stdout).toBe(`ran: migrate 1 ${PEER}\n`)
    expect(sudoersSnippet('steelyard')).not.toContain('^migrate ')
    expect(sudoersSnippet('steelyard', [PEER])).toContain(`[0-9]? ${PEER}$`)
    expect(() => gateScript(['.*'])).toThrow('alias')
  })

  it('is a script that sh accepts', () => {
    expect(execFileSync('sh', ['-n', gate], { encoding: 'utf8' })).toBe('')
  })

  it('runs an allowed command word for word', () => {
    const command: HostCommand = {
      verb: 'sched-set',
      scheduler: 'credit2',
      domainId: 3,
      weight: 512,
      cap: 50,
    }
    const { status, stdout } = ask(renderCommandLine(command, 'root'))
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'ran: sched-credit2 -d 3 -w 512 -c 50\n',
    })
  })

  it('passes quotes on to xl, which wants them around strings', () => {
    const command = { verb: 'cpupool-create', scheduler: 'rtds', pCpus: '1,3-4' } as const
    expect(ask(renderCommandLine(command, 'root')).stdout).toBe(
      'ran: cpupool-create name="steelyard-rt" sched="rtds" cpus="1,3-4"\n',
    )
  })

  it('keeps characters that a shell might interpret', () => {
    expect(ask(renderCommandLine({ verb: 'clock' }, 'steelyard')).stdout).toBe('date: +%s.%N\n')
  })

  it.each([
    'xl destroy 1',
    'xl info; xl destroy 1',
    'xl info\nxl destroy 1',
    'xl info\n',
    '$(xl info)',
    'sh',
    '',
    'xl sched-credit -d 0 -w 1',
  ])('refuses %j', (line) => {
    const { status, stdout, stderr } = ask(line)
    expect({ status, stdout }).toEqual({ status: 126, stdout: '' })
    expect(stderr).toContain('steelyard-gate: ')
  })
})

describe('guestLogKeyLine', () => {
  const { publicKey } = generateHostKeyPair('steelyard')
  const path = '/var/log/apache2/access.log'

  it('lets the key follow one log for a bounded time', () => {
    expect(guestLogKeyLine(publicKey, path, 3600)).toBe(
      'no-port-forwarding,no-agent-forwarding,no-X11-forwarding,no-pty,' +
        `command="n=\${SSH_ORIGINAL_COMMAND##*tail -n }; n=\${n%% *}; case $n in ''|*[!0-9]*|??????*) n=0;; esac; ` +
        `date +%s.%N; test -r ${path} || exit 66; timeout 3600 tail -n $n -F ${path}" ` +
        publicKey,
    )
  })

  describe('in the shell of an account', () => {
    const folder = mkdtempSync(join(tmpdir(), 'steelyard-log-'))
    afterAll(() => rmSync(folder, { recursive: true }))
    const log = join(folder, 'access.log')
    writeFileSync(log, Array.from({ length: 9 }, (_, line) => `line ${line}\n`).join(''))
    const [, forced] = /command="(.*)" ssh-/.exec(guestLogKeyLine(publicKey, log, 1))!
    const linesWhen = (asked: string) => {
      // tail follows for ever otherwise.
      const once = forced!.replace(/timeout 1 (tail .*) -F/, '$1')
      const env = { PATH: process.env.PATH, SSH_ORIGINAL_COMMAND: asked }
      return (
        spawnSync('/bin/sh', ['-c', once], { env, encoding: 'utf8' }).stdout.split('\n').length - 2
      )
    }

    it.each([
      [guestLogCommand(log, 3600, 4), 4],
      [guestLogCommand(log, 60, 0), 0],
      [guestLogCommand(log, 60, 99_999), 9],
      ['', 0],
      ['tail', 0],
      ['tail -n 100000 -F', 0],
      ['tail -n +1', 0],
      [`tail -n $(rm ${log})`, 0],
      [`tail -n 3;rm ${log}`, 0],
      ["tail -n '3' ", 0],
    ])('begins with as many lines as %j asks for, and does nothing else', (asked, lines) => {
      expect(linesWhen(asked)).toBe(lines)
      expect(existsSync(log)).toBe(true)
    })
  })

  it.each([
    'access.log',
    '/var/log/../../etc/shadow',
    '/var/./log',
    '/-rf',
    '/a b',
    '/a"',
    '/a;reboot',
    '/$(id)',
    '/a\n/b',
    '/',
    '',
    '//a',
    `/${'a'.repeat(250)}`,
  ])('refuses %j as a path', (bad) => {
    expect(() => guestLogKeyLine(publicKey, bad, 60)).toThrow('absolute and plain')
  })

  it('refuses other times and keys', () => {
    for (const seconds of [0, 3601, 1.5, Number.NaN]) {
      expect(() => guestLogKeyLine(publicKey, path, seconds)).toThrow('whole seconds')
    }
    expect(() => guestLogKeyLine(`${publicKey}\nssh-rsa AAAA`, path, 60)).toThrow('Ed25519')
  })
})
