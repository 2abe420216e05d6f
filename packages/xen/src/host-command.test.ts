import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HostCommand, renderArguments, renderCommandLine } from './host-command.ts'
import { HostError } from './host-error.ts'
import { anyCommand } from './testing/any-command.ts'

const set = (fields: object) =>
  ({ verb: 'sched-set', scheduler: 'credit', domainId: 1, weight: 256, ...fields }) as HostCommand

function refusal(command: HostCommand, username = 'root'): string {
  try {
    return `sent: ${renderCommandLine(command, username)}`
  } catch (error) {
    return error instanceof HostError ? error.code : String(error)
  }
}

describe('the allow-list', () => {
  it('renders each verb as the words that xl expects', () => {
    expect(renderArguments(set({ cap: 50 })).join(' ')).toBe('xl sched-credit -d 1 -w 256 -c 50')
    expect(renderCommandLine({ verb: 'list-uuids' }, 'root')).toBe('xl list -v')
    expect(renderCommandLine({ verb: 'sched-read', scheduler: 'credit2' }, 'steelyard')).toBe(
      'sudo -n xl sched-credit2',
    )
  })

  it('renders only words that mean nothing to a shell', () => {
    fc.assert(
      fc.property(anyCommand, fc.constantFrom('root', 'steelyard'), (command, username) => {
        expect(renderCommandLine(command, username)).toMatch(
          /^(sudo -n )?(xl|stdbuf -oL xentop|xentrace|pidof|pgrep|date)( ([a-z]+=")?[a-zA-Z0-9/+%.,-]+"?)+$/,
        )
      }),
    )
  })

  it.each([
    '1; reboot',
    '12abc',
    '1\n2',
    '1 -s',
    '٣',
    '１２',
    '$(id)',
    '',
    null,
    '256',
    0,
    -1,
    65536,
    1.5,
    Number.NaN,
    1e99,
    [256],
    { toString: () => '1' },
  ])('refuses %j as a weight', (weight) => {
    expect(refusal(set({ weight }))).toBe('invalid-argument')
  })

  it.each(['1', 0, -1, 1.5, 0x7ff0, null])('refuses to set domain %j', (domainId) => {
    expect(refusal(set({ domainId }))).toBe('invalid-argument')
  })

  it('uses sudo only for what needs root', () => {
    expect(renderCommandLine({ verb: 'clock' }, 'steelyard')).toBe('date +%s.%N')
    expect(renderCommandLine({ verb: 'trace-readers' }, 'steelyard')).toBe(
      'pidof xentrace xenbaked',
    )
    expect(renderCommandLine({ verb: 'xentrace', seconds: 60 }, 'steelyard')).toBe(
      'sudo -n xentrace -D -S 256 -e 0x0002f000 -T 60 /dev/stdout',
    )
  })

  it.each([0, 3601, 1.5, '60', '60 -x'])('refuses to trace for %j seconds', (seconds) => {
    expect(refusal({ verb: 'xentrace', seconds } as HostCommand)).toBe('invalid-argument')
  })

  it.each([0, 61, '1 -r'])('refuses %j as an interval', (intervalSeconds) => {
    const command = { verb: 'xentop', intervalSeconds, samples: 10 } as HostCommand
    expect(refusal(command)).toBe('invalid-argument')
  })

  it.each([-1, 819_201, '0'])('refuses %j as a cap', (cap) => {
    expect(refusal(set({ cap }))).toBe('invalid-argument')
  })

  it('pins the vCPUs of any domain, including Domain-0', () => {
    const pin = { verb: 'vcpu-pin', domainId: 0, vCpu: 'all', affinity: '0-2,5' } as const
    expect(renderCommandLine(pin, 'steelyard')).toBe('sudo -n xl vcpu-pin 0 all 0-2,5')
    expect(renderArguments({ ...pin, vCpu: 1, affinity: 'all' }).join(' ')).toBe(
      'xl vcpu-pin 0 1 all',
    )
  })

  it.each(['', '0,', '-', '^1', 'nodes:0', '0 1', '0;reboot', '٣', '12345', null, 0])(
    'refuses %j as an affinity',
    (affinity) => {
      const pin = { verb: 'vcpu-pin', domainId: 1, vCpu: 'all', affinity } as HostCommand
      expect(refusal(pin)).toBe('invalid-argument')
    },
  )

  it.each([-1, 8192, '0', 'any'])('refuses %j as a vCPU', (vCpu) => {
    const pin = { verb: 'vcpu-pin', domainId: 1, vCpu, affinity: 'all' } as HostCommand
    expect(refusal(pin)).toBe('invalid-argument')
  })

  it('makes one cpupool from pCPUs of Pool-0, and reservations in it', () => {
    const lines = (commands: HostCommand[]) =>
      commands.map((command) => renderCommandLine(command, 'root'))
    const reservation = { periodUs: 100_000, budgetUs: 70_000, extraTime: false }
    expect(
      lines([
        { verb: 'cpupool-cpu-remove', pCpus: '2-3' },
        { verb: 'cpupool-create', scheduler: 'rtds', pCpus: '2-3' },
        { verb: 'cpupool-migrate', domainId: 1, cpupool: 'steelyard-rt' },
        { verb: 'rtds-set', domainId: 1, reservation },
        { verb: 'rtds-read' },
        { verb: 'cpupool-migrate', domainId: 1, cpupool: 'Pool-0' },
        { verb: 'cpupool-destroy' },
        { verb: 'cpupool-cpu-add', pCpus: '2-3' },
      ]),
    ).toEqual([
      'xl cpupool-cpu-remove Pool-0 2-3',
      'xl cpupool-create name="steelyard-rt" sched="rtds" cpus="2-3"',
      'xl cpupool-migrate 1 steelyard-rt',
      'xl sched-rtds -d 1 -v all -p 100000 -b 70000 -e 0',
      'xl sched-rtds -v all',
      'xl cpupool-migrate 1 Pool-0',
      'xl cpupool-destroy steelyard-rt',
      'xl cpupool-cpu-add Pool-0 2-3',
    ])
  })

  it.each<object>([
    { verb: 'cpupool-cpu-remove', pCpus: 'all' },
    { verb: 'cpupool-cpu-add', pCpus: '1"' },
    { verb: 'cpupool-create', scheduler: 'null', pCpus: '1' },
    { verb: 'cpupool-create', scheduler: 'rtds', pCpus: '1" name="x' },
    { verb: 'cpupool-migrate', domainId: 0, cpupool: 'steelyard-rt' },
    { verb: 'cpupool-migrate', domainId: 1, cpupool: 'Pool-1' },
    { verb: 'rtds-set', domainId: 0, reservation: { periodUs: 10_000, budgetUs: 4_000 } },
    { verb: 'rtds-set', domainId: 1, reservation: { periodUs: 9, budgetUs: 4_000 } },
    { verb: 'rtds-set', domainId: 1, reservation: { periodUs: 10_000, budgetUs: '4000' } },
    { verb: 'rtds-set', domainId: 1, reservation: { periodUs: 1e7, budgetUs: 4_000 } },
  ])('refuses %j', (command) => {
    expect(refusal(command as HostCommand)).toBe('invalid-argument')
  })

  it('refuses other verbs, other schedulers and empty changes, even against the types', () => {
    expect(refusal({ verb: 'reboot' } as unknown as HostCommand)).toBe('invalid-argument')
    expect(refusal(set({ scheduler: 'rtds' }))).toBe('invalid-argument')
    expect(refusal(set({ scheduler: 'credit; reboot' }))).toBe('invalid-argument')
    expect(refusal(set({ weight: undefined }))).toBe('invalid-argument')
  })
})
