import type { ApplicationResult, HostInventory, RecordedChange } from '@steelyard/xen'
import { describe, expect, it } from 'vitest'
import { presentResult } from './present-result.ts'
import { applicationResult, storedResult } from './stored-result.ts'

const CHANGE: RecordedChange = {
  lever: 'weight',
  uuid: 'u1',
  name: 'vm1',
  before: { weight: 256, cap: 0 },
  after: { weight: 512, cap: 50 },
}
const VERIFIED: ApplicationResult = {
  outcome: 'verified',
  hostTouched: true,
  reason: null,
  drift: [],
  notUndone: [],
  unrecordedSteps: 0,
}
const NOT_UNDONE = {
  lever: 'weight' as const,
  uuid: 'u1',
  name: 'vm1',
  wanted: CHANGE.before,
  found: null,
  code: 'unreachable' as const,
  said: 'No route.',
}

const UNREACHABLE = 'vm1 could not be checked or restored: No route. (recorded weight 256, cap 0).'

const host = (weight: number, cap: number, uuid = 'u1') =>
  ({ domains: [{ uuid, name: 'vm1', weight, cap }] }) as unknown as HostInventory

/** As it is shown once it was stored and read again. */
function shown(...of: Parameters<typeof storedResult>) {
  const stored = applicationResult.read(JSON.parse(JSON.stringify(storedResult(...of))))
  return { ...presentResult(stored), mayStand: stored.mayStand }
}

const ending = (result: Partial<ApplicationResult>, inventory: HostInventory | null = null) =>
  shown({ ...VERIFIED, ...result }, [CHANGE], inventory)

describe('how an application ended', () => {
  it('verified: shows the new values as expected', () => {
    expect(ending({}, host(512, 50))).toEqual({
      statement: 'Every change was read back from the host as planned.',
      trouble: null,
      readBack: [
        {
          domain: 'vm1',
          weight: 512,
          cap: 50,
          expectedWeight: 512,
          expectedCap: 50,
          matches: true,
        },
      ],
      alsoRead: [],
      mayStand: [],
    })
  })

  it('shows affinities as well as weights', () => {
    const pinned: RecordedChange = {
      lever: 'affinity',
      uuid: 'u1',
      name: 'vm1',
      before: { affinity: ['all'] },
      after: { affinity: ['1'] },
    }
    const placed = {
      domains: [{ uuid: 'u1', vCpuPlacement: [{ vCpu: 0, hardAffinity: '1' }] }],
    } as unknown as HostInventory
    const { readBack, alsoRead } = shown(VERIFIED, [pinned], placed)
    expect(readBack).toEqual([])
    const about = { subject: 'vm1', what: 'affinity' }
    expect(alsoRead).toEqual([{ ...about, expected: '1', found: '1', matches: true }])
    const undone = { ...VERIFIED, outcome: 'rolled-back' as const }
    expect(shown(undone, [pinned], placed).alsoRead).toEqual([
      { ...about, expected: 'all', found: '1', matches: false },
    ])
    expect(shown(VERIFIED, [pinned], null).alsoRead).toEqual([
      { ...about, expected: '1', found: null, matches: false },
    ])
  })

  it('rolled back: gives the reason in the host’s own words, and expects the old values', () => {
    const reason = { code: 'command-failed', message: 'It failed.', detail: 'out of range\n' }
    const said = ending(
      { outcome: 'rolled-back', reason: reason as ApplicationResult['reason'] },
      host(256, 0),
    )
    expect(said.trouble).toEqual({ code: 'command-failed', message: 'It failed. (out of range)' })
    expect(said.statement).toMatch(/^It failed\. \(out of range\) Every changed guest reads back/)
    expect(said.readBack[0]).toMatchObject({ expectedWeight: 256, matches: true })
  })

  it('failed untouched: names the drift', () => {
    const drift = [{ kind: 'domain-missing', name: 'vm2' }] as ApplicationResult['drift']
    const reason = { code: 'drift', message: 'The host has changed.' } as const
    const { statement } = ending({ outcome: 'failed', hostTouched: false, reason, drift })
    expect(statement).toBe(
      'The host has changed. vm2 is no longer on the host. Nothing was changed on the host.',
    )
  })

  it('failed after changes: names each domain that was not restored, also for a requested roll-back', () => {
    const reason = { code: 'requested', message: 'The roll-back was requested.' } as const
    const said = ending({ outcome: 'failed', reason, notUndone: [NOT_UNDONE] })
    expect(said.statement).toBe(
      `Not everything could be restored: ${UNREACHABLE} The rest can still be rolled back.`,
    )
    expect(said.trouble).toEqual({ code: 'unreachable', message: UNREACHABLE })
    expect(said.mayStand).toEqual([CHANGE])
  })

  it('failed after changes: does not call it a failure to leave what someone else decided', () => {
    const reason = {
      code: 'changed-by-someone-else',
      message: 'Someone else changed vm1.',
    } as const
    const theirs = {
      ...NOT_UNDONE,
      code: reason.code,
      found: { weight: 9, cap: 0 },
      writtenBy: 'application' as const,
      written: CHANGE.after,
    }
    const { statement, mayStand } = ending({ outcome: 'failed', reason, notUndone: [theirs] })
    expect(mayStand).toEqual([])
    expect(statement).toBe(
      'Someone else changed vm1. Not everything was restored: vm1 was changed by someone else and is ' +
        'left alone: the application set weight 512, cap 50; now it has weight 9, cap 0. Whoever ' +
        'changed it must decide what stays (recorded before: weight 256, cap 0).',
    )
    const both = ending({ outcome: 'failed', reason, notUndone: [theirs, NOT_UNDONE] })
    expect(both.statement).toContain('Not everything could be restored: ')
  })

  it('rolled back: mentions a domain that is gone without treating it as trouble', () => {
    const reason = { code: 'requested', message: 'The roll-back was requested.' } as const
    const gone = { ...NOT_UNDONE, code: 'domain-gone' as const }
    const said = ending({ outcome: 'rolled-back', reason, notUndone: [gone] })
    expect(said).toMatchObject({ trouble: null, mayStand: [] })
    expect(said.statement).toBe(
      'Everything else reads back with its earlier values. vm1 is no longer on the host; nothing to restore (recorded weight 256, cap 0).',
    )
  })

  it.each([
    ['could not be read', null],
    ['has another guest of that name', host(512, 50, 'u2')],
  ])('shows nothing read back where the host %s', (_, inventory) => {
    expect(ending({}, inventory).readBack[0]).toMatchObject({ weight: null, matches: false })
  })

  it('does not match on the weight alone', () => {
    expect(ending({}, host(512, 0)).readBack[0]?.matches).toBe(false)
  })
})

describe('what other versions stored', () => {
  const earlier = {
    statement: 'It ended so.',
    trouble: null,
    readBack: [],
    alsoRead: [],
    mayStand: [],
  }

  it('is handed out as it is, where it is a sentence', () => {
    expect(presentResult(earlier)).toEqual(earlier)
  })

  it('is refused, where its form is to come', () => {
    expect(() => applicationResult.read({ ...earlier, version: 3 })).toThrow(/stored in form 3/)
  })
})
