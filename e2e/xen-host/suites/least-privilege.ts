import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol, keyFileOf } from '../lib/enrolment.ts'
import { hostWith } from '../lib/hosts.ts'
import { ACCOUNT } from '../lib/install-access.ts'
import { type Answer, runProgram, sshOptions } from '../lib/ssh.ts'
import type { HostHandle, XenHost } from '../lib/xen-host.ts'

/**
 * Tests what the product's key and account can do, with everything installed that the product
 * generates. OpenSSH's own clients use the key here, so only the host limits what it can do.
 */
export function describeLeastPrivilege(scheduler: HostHandle['scheduler']): void {
  describe(`what the key can do on a host with sched=${scheduler}`, () => leastPrivilege(scheduler))
}

function leastPrivilege(scheduler: HostHandle['scheduler']): void {
  const sched = scheduler === 'credit' ? 'sched-credit' : 'sched-credit2'
  const folder = mkdtempSync(path.join(os.tmpdir(), 'least-privilege-'))
  let host: XenHost
  let keyFile: string
  let untouched: string

  beforeAll(async () => {
    host = hostWith(scheduler)
    keyFile = keyFileOf(host, await enrol(host))
    untouched = await onTheHost()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function openSsh(options: string[], command: string[] = []): Promise<Answer> {
    const access = { port: host.port, username: ACCOUNT, keyFile }
    const to = ['-p', String(host.port), `${ACCOUNT}@${host.address}`]
    return runProgram('ssh', [...options, ...sshOptions(access), ...to, ...command])
  }

  /** Uses one connection for all commands; the gate still checks each command separately. */
  const overOneConnection = (command: string[]) =>
    openSsh(
      [
        'ControlMaster=auto',
        `ControlPath=${path.join(folder, 'control')}`,
        'ControlPersist=30',
      ].flatMap((setting) => ['-o', setting]),
      command,
    )

  const onTheHost = async () => JSON.stringify([await host.domains(), await host.run('ls -A /tmp')])

  describe('the key', () => {
    it('can read the host and set a weight', async () => {
      const { exitCode, stdout } = await openSsh([], ['sudo -n xl info'])
      expect(exitCode).toBe(0)
      expect(stdout).toContain(`xen_scheduler          : ${scheduler}\n`)
      const vm1 = (await host.domains()).find(({ name }) => name === 'vm1')!
      const set = await openSsh([], [`sudo -n xl ${sched} -d ${vm1.id} -w 300`])
      expect(set).toMatchObject({ exitCode: 0, stderr: '' })
      expect(await host.domains()).toContainEqual({ ...vm1, weight: 300 })
      await openSsh([], [`sudo -n xl ${sched} -d ${vm1.id} -w ${vm1.weight}`])
      expect(await host.domains()).toContainEqual(vm1)
    })

    it.each([
      ['a login shell', ''],
      ['a command of its own', 'id'],
      ['a shell', 'sh -c id'],
      ['a second command behind an allowed one', 'sudo -n xl info; id'],
      ['a second line', 'sudo -n xl info\nid'],
      ['a substitution', 'sudo -n xl info $(touch /tmp/owned)'],
      ['a redirection', 'sudo -n xl info >/tmp/owned'],
      ['another program through sudo', 'sudo -n sh -c id'],
      ['another account through sudo', 'sudo -n -u daemon xl info'],
      ['another verb', 'sudo -n xl destroy 1'],
      ['another verb for all', 'sudo -n xl shutdown -a'],
      ['the host itself', 'sudo -n xl debug-keys R'],
      ['configuration of guests', 'sudo -n xl list -l'],
      ['the weight of Domain-0', `sudo -n xl ${sched} -d 0 -w 1`],
      ['the weight of Domain-0 by name', `sudo -n xl ${sched} -d Domain-0 -w 1`],
      ['the parameters of the scheduler', `sudo -n xl ${sched} -s -t 5`],
      ['an option behind an allowed line', `sudo -n xl ${sched} -d 1 -w 256 -s -t 5`],
      ['a trace in a file', 'sudo -n xentrace -D -S 256 -e 0x0002f000 -T 10 /tmp/owned'],
      ['another program through stdbuf', 'sudo -n stdbuf -oL sh -c id'],
      ['xl without its rights', 'xl destroy 1'],
      ['file transfer by scp', 'scp -t /tmp'],
      ['file transfer by sftp', '/usr/lib/openssh/sftp-server'],
    ])('cannot have %s', async (_, command) => {
      const { exitCode, stdout, stderr } = await overOneConnection(command === '' ? [] : [command])
      expect({ exitCode, stdout }).toEqual({ exitCode: 126, stdout: '' })
      expect(stderr).toContain('steelyard-gate: this key may not run that command')
    })

    it('cannot have a terminal', async () => {
      const { stderr } = await openSsh(['-tt'], ['sudo -n xl info'])
      expect(stderr).toContain('PTY allocation request failed')
    })

    it('cannot forward to the host or from it', async () => {
      const forth = await openSsh(['-o', 'LogLevel=VERBOSE', '-W', '127.0.0.1:22'])
      expect(forth.exitCode).not.toBe(0)
      expect(forth.stderr).toContain('administratively prohibited')

      const strict = ['-N', '-o', 'ExitOnForwardFailure=yes']
      for (const back of ['127.0.0.1:2222:127.0.0.1:22', '/tmp/forwarded:127.0.0.1:22']) {
        const { exitCode, stderr } = await openSsh([...strict, '-R', back])
        expect(exitCode).toBe(255)
        expect(stderr).toContain('remote port forwarding failed')
      }
    })

    it('cannot take an agent or a display along', async () => {
      const sshArguments = sshOptions({ port: host.port, username: ACCOUNT, keyFile })
      const to = ['-p', String(host.port), `${ACCOUNT}@${host.address}`, 'sudo -n xl info']
      const wishes = ['-A', '-Y', '-o', 'LogLevel=DEBUG1']
      const { exitCode, stderr } = await runProgram('env', [
        'DISPLAY=127.0.0.1:99',
        'ssh',
        ...wishes,
        ...sshArguments,
        ...to,
      ])
      expect(exitCode).toBe(0)
      // This is everything that sshd grants this key: anything else would be listed as well.
      expect(stderr).toMatch(/authorized_keys:1: key options: command\r?$/m)
      expect(stderr).toContain('X11 forwarding request failed')
      expect(stderr).toContain('Remote: X11 forwarding disabled by key options.')
    })

    it('cannot transfer files with the real clients', async () => {
      const file = path.join(folder, 'file')
      writeFileSync(file, 'text')
      const sshArguments = sshOptions({ port: host.port, username: ACCOUNT, keyFile })
      const to = `${ACCOUNT}@${host.address}:/tmp/owned`
      for (const protocol of ['-O', '-s']) {
        const { exitCode } = await runProgram('scp', [
          protocol,
          ...sshArguments,
          '-P',
          String(host.port),
          file,
          to,
        ])
        expect(exitCode).not.toBe(0)
      }
      expect(await host.tryRun('test -e /tmp/owned')).toMatchObject({ exitCode: 1 })
    })

    it('has changed nothing on the host by all that', async () => {
      expect(await onTheHost()).toBe(untouched)
    })
  })

  // If an attacker gets past the gate, the account may do no more than this.
  describe('the account', () => {
    const asAccount = (command: string) =>
      host.tryRun(`cd / && runuser -u ${ACCOUNT} -- ${command}`)

    it('owns neither the gate nor the rules', async () => {
      const owned = '/usr/local/sbin/steelyard-gate /etc/sudoers.d/steelyard'
      expect(await host.run(`stat -c '%U %a' ${owned}`)).toBe('root 755\nroot 440\n')
      const writable = await asAccount(
        `sh -c 'for file in ${owned}; do test -w $file && echo $file; done'`,
      )
      expect(writable.stdout).toBe('')
    })

    it('may run the allowed lines by sudo', async () => {
      for (const line of ['xl info', 'xl list -v', `xl ${sched}`, 'xl vcpu-list']) {
        expect(await asAccount(`sudo -n ${line}`)).toMatchObject({ exitCode: 0 })
      }
    })

    it('may glue words together, which makes no command of them', async () => {
      // sudo compares the words joined by spaces.
      const glued = await asAccount(`sudo -n xl '${sched} -d' '1 -w 5'`)
      expect(glued).toMatchObject({ exitCode: 1, stderr: 'command not implemented\n' })
    })

    it.each([
      'xl info',
      'sudo -n sh -c id',
      'sudo -n xl destroy 1',
      'sudo -n xl list -l',
      `sudo -n xl ${sched} -d 0 -w 1`,
      `sudo -n xl ${sched} -d 1 -w 256 -s -t 5`,
      `sudo -n xl ${sched} -s -t 5`,
      'sudo -n xentrace -D -S 256 -e 0x0002f000 -T 10 /tmp/owned',
      'sudo -n stdbuf -oL sh -c id',
      'sudo -n -u daemon xl info',
      'sudo -n -e /etc/shadow',
    ])('may not run `%s`', async (command) => {
      const { exitCode, stdout, stderr } = await asAccount(command)
      expect(exitCode).not.toBe(0)
      expect(stdout).toBe('')
      expect(stderr).toMatch(/^sudo: |Permission denied/m)
    })

    it('has changed nothing on the host by all that', async () => {
      expect(await onTheHost()).toBe(untouched)
    })
  })
}
