import { setTimeout as sleep } from 'node:timers/promises'
import { expectSuccess } from '../check-answer.ts'
import { HostError } from '../host-error.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { type ListedDomain, parseListVerbose } from '../xl/parse-list.ts'
import { isHalfMoved, isHandingOver } from './half-moved.ts'
import { type MoveEnds, type OpenShell, withShell } from './with-shell.ts'

/**
 * Where a guest is: `here` on the host it was to leave, `there` on the other, on `both`, on `neither`,
 * or `unknown`, and then nothing may be concluded.
 */
export interface XlWhereabouts {
  where: 'here' | 'there' | 'both' | 'neither' | 'unknown'
  /** Why it is unknown: a host did not answer, or xl had not ended. */
  why: 'not-seen' | 'still-moving' | null
}

export interface FindXlOptions {
  /** How long both hosts are asked until two looks agree. */
  findSeconds: number
  /** Pause between two looks. */
  pollSeconds: number
}

type Sight = 'present' | 'absent' | 'moving' | 'not-seen'

/**
 * Finds out where a guest is by asking both hosts for a domain of its UUID. Nothing is concluded while
 * xl hands it over: its process goes on without the connection that began it, and until its end the
 * domain has another name on one side. Two looks have to agree, since a command that was sent may
 * begin late. It never throws: a host that cannot be asked is one that was not seen.
 */
export async function findXlGuest(
  ends: MoveEnds,
  guestUuid: string,
  { findSeconds, pollSeconds }: FindXlOptions,
): Promise<XlWhereabouts> {
  const until = performance.now() + findSeconds * 1000
  let before: XlWhereabouts['where'] = 'unknown'
  for (;;) {
    // Its process runs on the host that it leaves, so whoever looks there first sees the other after it.
    const here = await lookOn(ends.from, (shell) => sightOnSource(shell, guestUuid))
    const there = await lookOn(ends.to, (shell) => sightIn(shell, guestUuid))
    const now = whereOf(here, there)
    if (now.where !== 'unknown' && now.where === before) return now
    if (performance.now() > until)
      return now.where === 'unknown' ? now : { where: 'unknown', why: 'still-moving' }
    before = now.where
    await sleep(pollSeconds * 1000)
  }
}

async function lookOn(open: OpenShell, look: (shell: RemoteShell) => Promise<Sight>) {
  try {
    return await withShell(open, look)
  } catch (error) {
    if (error instanceof HostError) return 'not-seen'
    throw error
  }
}

async function sightOnSource(shell: RemoteShell, guestUuid: string): Promise<Sight> {
  return (await isHandingOver(shell)) ? 'moving' : sightIn(shell, guestUuid)
}

async function sightIn(shell: RemoteShell, guestUuid: string): Promise<Sight> {
  const command = { verb: 'list-uuids' } as const
  const answer = await shell.run(command)
  const listed = parseListVerbose(expectSuccess(answer, shell.commandLine(command)))
  const domains = listed.filter(({ uuid, state }) => uuid === guestUuid && !isDying(state))
  if (domains.some(isHalfMoved)) return 'moving'
  return domains.length > 0 ? 'present' : 'absent'
}

const isDying = (state: ListedDomain['state']) => state.includes('d')

function whereOf(here: Sight, there: Sight): XlWhereabouts {
  if (here === 'not-seen' || there === 'not-seen') return { where: 'unknown', why: 'not-seen' }
  if (here === 'moving' || there === 'moving') return { where: 'unknown', why: 'still-moving' }
  const isHere = here === 'present'
  const isThere = there === 'present'
  if (isHere && isThere) return { where: 'both', why: null }
  if (!isHere && !isThere) return { where: 'neither', why: null }
  return { where: isHere ? 'here' : 'there', why: null }
}
