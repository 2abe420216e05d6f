import type { Application } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomain, aHost, anApplication, idOf, twoHoursAgo } from '../../../lib/testing/fixtures.ts'
import { answer, refusal, render, rowsOf, userWith } from '../../../lib/testing/render.tsx'
import { ApplicationCard } from './application-card.tsx'

const call = { params: { id: idOf(51) } }

const card = (
  more: Partial<Application>,
  { user = userWith(), known = [] as ReturnType<typeof answer>[] } = {},
) =>
  render(<ApplicationCard id={idOf(51)} />, {
    user,
    known: [answer('getApplication', call, anApplication(more)), ...known],
  })

const step = (more: Partial<Application['steps'][number]>) => ({
  position: 1,
  kind: 'write',
  text: 'Set the weight of vm1',
  command: null,
  state: 'done' as const,
  detail: null,
  startedAt: twoHoursAgo,
  finishedAt: null,
  ...more,
})

describe('an application that is not loaded', () => {
  it('shows that it is loading, or offers another try', () => {
    expect(render(<ApplicationCard id={idOf(51)} />).text).toBe('Loading the application')
    const refused = render(<ApplicationCard id={idOf(51)} />, {
      known: [refusal('getApplication', call)],
    })
    expect(refused.text).toContain('The API said no.')
    expect(refused.buttons).toEqual(['Try again'])
  })
})

describe('an application in progress', () => {
  it('shows each step with its command and its state in words', () => {
    const { html, text } = card({
      state: 'applying',
      steps: [
        step({ detail: 'It was 256.' }),
        step({
          position: 2,
          text: 'Set the weight of vm2',
          command: 'xl sched-credit2 -d vm2 -w 512',
          state: 'running',
        }),
      ],
    })
    expect(text).toMatch(/^Application Asked for by Ada, \d+ \w+ \d{4}/)
    expect(text).toContain(
      'Set the weight of vm1 (done) It was 256. Set the weight of vm2 (in progress) xl sched-credit2 -d vm2 -w 512',
    )
    expect(html).toContain('aria-live="polite"')
  })

  it('has no outcome and nothing to roll back', () => {
    const { text, buttons } = card({ state: 'confirmed' })
    expect(text).not.toMatch(/Done|Warning|Error/)
    expect(buttons).toEqual([])
  })

  it('reports which step failed, and why', () => {
    const failed = step({ state: 'failed', detail: 'The host still has 256.' })
    expect(card({ state: 'applying', steps: [failed] }).text).toContain(
      'Set the weight of vm1 (failed) The host still has 256.',
    )
  })
})

describe('the outcome of an application', () => {
  it.each([
    ['apply', 'verified', 'Done: Applied to xen-1 and verified'],
    ['apply', 'rolled-back', 'Warning: Not applied: every change was undone'],
    ['apply', 'failed', 'Error: The application failed'],
    ['roll-back', 'rolled-back', 'Done: Rolled back: xen-1 has its earlier values again'],
    ['roll-back', 'failed', 'Error: The roll-back failed'],
  ] as const)('of kind %s and state %s is "%s"', (kind, state, words) => {
    expect(card({ kind, state, statement: 'All four values agree.' }).text).toContain(
      `${words} All four values agree.`,
    )
  })

  it('does not repeat a failure that the statement contains', () => {
    const trouble = { code: 'drift', message: 'vm1 has 300 now.' }
    const { text } = card({
      state: 'failed',
      statement: 'Nothing was written: vm1 has 300 now.',
      trouble,
    })
    expect(text.match(/vm1 has 300 now\./g)).toHaveLength(1)
  })

  it('shows the failure where it adds something, such as a fix', () => {
    const trouble = { code: 'lost', message: 'The connection was lost.' }
    expect(card({ state: 'rolled-back', statement: 'Put back.', trouble }).text).toContain(
      'Put back. Warning: The connection was lost.',
    )
    const fix = 'Connect the host again.'
    expect(
      card({ state: 'failed', statement: 'The connection was lost.', trouble: { ...trouble, fix } })
        .text,
    ).toContain('Error: The connection was lost. What to do: Connect the host again.')
    expect(card({ state: 'failed', trouble }).text).toContain('Error: The connection was lost.')
  })
})

describe('rolling back', () => {
  it('is offered where it is possible, to users with the permission', () => {
    expect(card({ canRollBack: true }).buttons).toEqual(['Roll back'])
    expect(card({ canRollBack: false }).buttons).toEqual([])
    const { text, buttons } = card({ canRollBack: true }, { user: userWith(['plans:read']) })
    expect(buttons).toEqual([])
    expect(text).not.toContain('Your role')
  })
})

describe('the values that were read back', () => {
  const row = {
    domain: 'vm1',
    weight: 512 as number | null,
    cap: 0 as number | null,
    expectedWeight: 512,
    expectedCap: 0,
    matches: true,
  }

  it('are compared with the wanted ones, with the result in words', () => {
    const { html } = card({
      readBack: [
        row,
        { ...row, domain: 'vm2', cap: 50, expectedCap: 150, matches: false },
        { ...row, domain: 'vm3', weight: null, cap: null, matches: false },
      ],
    })
    expect(rowsOf(html)).toEqual([
      ['Guest', 'Weight wanted', 'Weight read', 'Cap wanted', 'Cap read', 'Result'],
      ['vm1', '512', '512', 'none', 'none', 'matches'],
      ['vm2', '512', '512', '150 %', '50 %', 'differs'],
      ['vm3', '512', 'not readable', 'none', 'not readable', 'not known'],
    ])
  })

  it('include pCPUs, cpupools and reservations', () => {
    const read = { expected: '0-1', found: '0-1' as string | null, matches: true }
    const { html } = card({
      alsoRead: [
        { ...read, subject: 'vm1', what: 'affinity' },
        { ...read, subject: 'Pool-0', what: 'pool-pcpus', found: '0-3', matches: false },
        { ...read, subject: 'vm1', what: 'membership', found: null, matches: false },
        { ...read, subject: 'steelyard-rt', what: 'cpupool' },
        { ...read, subject: 'vm1', what: 'reservation' },
      ],
    })
    expect(rowsOf(html)).toEqual([
      ['Domain or cpupool', 'What', 'Wanted', 'Read', 'Result'],
      ['vm1', 'pCPUs', '0-1', '0-1', 'matches'],
      ['Pool-0', 'pCPUs', '0-1', '0-3', 'differs'],
      ['vm1', 'Where it is', '0-1', 'not readable', 'not known'],
      ['steelyard-rt', 'The cpupool', '0-1', '0-1', 'matches'],
      ['vm1', 'Reservation', '0-1', '0-1', 'matches'],
    ])
  })

  it('are labelled as read after an application or a roll-back', () => {
    expect(card({ readBack: [row] }).text).toContain('Values read back after the application')
    expect(card({ kind: 'roll-back', readBack: [row] }).text).toContain(
      'Values read back after the roll-back',
    )
  })
})

describe('the note on persistence', () => {
  const applied = {
    weight: 512,
    cap: null,
    affinity: null,
    cpupool: null,
    applicationId: idOf(51),
    appliedAt: twoHoursAgo,
    configLines: ['cpu_weight = 512'],
  }
  const host = (domain: Parameters<typeof aDomain>[1]) =>
    answer(
      'getHost',
      { params: { id: idOf(1) } },
      aHost({ domains: [aDomain('vm1', { applied, ...domain })] }),
    )

  it('shows the configuration lines and their file', () => {
    const { text, buttons } = card({}, { known: [host({})] })
    expect(text).toContain(
      'This lasts until a guest restarts To make it permanent, put these lines',
    )
    expect(text).toContain('vm1 /etc/xen/vm1.cfg cpu_weight = 512')
    expect(buttons).toEqual(['Copy: the configuration lines of vm1'])
  })

  it('is shown after a roll-back too', () => {
    const { text } = card({ kind: 'roll-back', state: 'rolled-back' }, { known: [host({})] })
    expect(text).toContain(
      'If lines of the application are already in a guest’s configuration file',
    )
  })

  it.each([
    ['the application was undone', { state: 'rolled-back' as const }, {}],
    ['a later application set others', {}, { applied: { ...applied, applicationId: idOf(99) } }],
    ['the guest is gone', {}, { gone: true }],
    ['there are no configuration lines', {}, { applied: { ...applied, configLines: [] } }],
  ])('is omitted where %s', (_why, application, domain) => {
    expect(card(application, { known: [host(domain)] }).text).not.toContain('until a guest')
  })
})
