import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PEER } from '../testing/any-command.ts'
import { domainNamed } from '../testing/double-state.ts'
import { type Fixture, startFixture } from '../testing/fixture.ts'
import { checkXlMove } from './check-xl-move.ts'
import { findXlGuest } from './find-xl-guest.ts'
import { keepXlWeight } from './keep-xl-weight.ts'
import { moveXlGuest, type XlMoveResult } from './move-xl-guest.ts'

let from: Fixture
let to: Fixture
beforeEach(async () => {
  from = await startFixture()
  to = await startFixture()
  to.double.host.domains.splice(1)
  from.double.peers.set(PEER, to.double)
})
afterEach(async () => {
  await from.stop()
  await to.stop()
})

const ends = {
  from: () => from.connect(),
  to: () => to.connect(),
}
const quick = { findSeconds: 1, pollSeconds: 0.01 }
const guestUuid = () => domainNamed(from.double.host, 'vm1').uuid
const move = (options = {}) =>
  moveXlGuest(ends, { guestUuid: guestUuid(), alias: PEER }, { ...quick, ...options })
const namesOn = ({ double }: Fixture) => double.host.domains.map(({ name }) => name)

describe('a move with xl', () => {
  it('takes a guest to the other host, and says where it was found', async () => {
    from.double.faults = { moveSeconds: 0.2 }
    expect(await move()).toEqual({
      outcome: 'begun',
      task: { end: 'success', said: null },
      whereabouts: { where: 'there', why: null },
    })
    expect([namesOn(from), namesOn(to)]).toEqual([
      ['Domain-0', 'vm2', 'vm3'],
      ['Domain-0', 'vm1'],
    ])
  })

  it.each([
    ['fails', 'failure', 'here', null],
    ['cut', 'out-of-contact', 'there', null],
    ['lost', 'failure', 'neither', null],
    ['twice', 'failure', 'both', null],
    ['stuck', 'failure', 'unknown', 'still-moving'],
  ] as const)('that %s is found out, not guessed', async (fault, end, where, why) => {
    from.double.faults = { move: fault, moveSeconds: 0.3 }
    expect(await move()).toMatchObject({ task: { end }, whereabouts: { where, why } })
  })

  it('says what was said first of why', async () => {
    from.double.faults = { move: 'fails' }
    const { task } = (await move()) as Extract<XlMoveResult, { outcome: 'begun' }>
    expect(task.said).toBe('Connection to 10.77.0.3 closed by remote host.')
  })

  it('says that no such host is known there', async () => {
    from.double.peers.clear()
    expect(await move()).toMatchObject({
      task: { end: 'failure', said: expect.stringContaining('Could not resolve hostname') },
      whereabouts: { where: 'here' },
    })
  })

  it('that is not answered in time goes on, and is found out', async () => {
    from.double.faults = { moveSeconds: 0.5 }
    expect(await move({ timeoutSeconds: 0.1, findSeconds: 5 })).toMatchObject({
      task: { end: 'timeout' },
      whereabouts: { where: 'there' },
    })
  })

  it('concludes nothing about a host that does not answer', async () => {
    await to.double.stop()
    const found = await findXlGuest(ends, guestUuid(), { ...quick, findSeconds: 0.1 })
    expect(found).toEqual({ where: 'unknown', why: 'not-seen' })
    to = await startFixture()
  })
})

describe('the check before a move', () => {
  const codes = async (uuid = guestUuid()) =>
    (await checkXlMove(ends, uuid)).refusals.map(({ code }) => code)

  it('finds nothing against a guest that runs, and reads its weight', async () => {
    domainNamed(from.double.host, 'vm1').weight = 777
    expect(await checkXlMove(ends, guestUuid())).toEqual({
      refusals: [],
      weight: { weight: 777, cap: 0 },
      domainId: 1,
    })
  })

  it('knows what speaks against it', async () => {
    const vm1 = domainNamed(from.double.host, 'vm1')
    expect(await codes('00000000-0000-4000-8000-000000000000')).toEqual(['guest-unknown'])
    expect(await codes(from.double.host.domains[0]!.uuid)).toContain('control-domain')
    vm1.state = '--p---'
    expect(await codes()).toEqual(['not-running'])
    vm1.state = '-b----'
    to.double.host.freeMemoryMb = 255
    expect(await codes()).toEqual(['not-enough-memory'])
    to.double.host.freeMemoryMb = 256
    to.double.host.domains.push({ ...vm1, uuid: 'b72d6d5f-087c-40a1-8a0a-000000000000' })
    expect(await codes()).toEqual(['name-taken'])
    to.double.host.domains[1]!.uuid = vm1.uuid
    expect(await codes()).toEqual(['already-there'])
    to.double.host.domains[1]!.name = 'vm1--incoming'
    expect(await codes()).toEqual(['guest-busy'])
  })

  it('sees that another guest is handed over from there', async () => {
    from.double.faults = { moveSeconds: 1 }
    const other = domainNamed(from.double.host, 'vm2').uuid
    const moving = moveXlGuest(ends, { guestUuid: other, alias: PEER }, quick)
    await expect.poll(() => namesOn(to)).toContain('vm2--incoming')
    expect(await codes()).toEqual(['guest-busy'])
    expect(await moving).toMatchObject({ whereabouts: { where: 'there' } })
  })
})

describe('the weight of a guest that was moved', () => {
  it('is set again, and read back', async () => {
    await move()
    const uuid = domainNamed(to.double.host, 'vm1').uuid
    const wanted = { weight: 777, cap: 40 }
    expect(await keepXlWeight(ends.to, uuid, wanted)).toBe('set-again')
    expect(await keepXlWeight(ends.to, uuid, wanted)).toBe('kept')
    expect(to.weights().vm1).toBe('777/40')
    to.double.faults = { ignoreSets: true }
    expect(await keepXlWeight(ends.to, uuid, { weight: 5, cap: 0 })).toBe('differs')
    to.double.faults = { garbageOn: 'xl info' }
    expect(await keepXlWeight(ends.to, uuid, wanted)).toBe('unread')
  })
})
