import { expectSuccess, isNotInstalled, isRefused } from '../check-answer.ts'
import { HostError, isContactLost } from '../host-error.ts'
import { checkXlMove, type XlMoveRefusal } from './check-xl-move.ts'
import { type FindXlOptions, findXlGuest, type XlWhereabouts } from './find-xl-guest.ts'
import { type MoveEnds, withShell } from './with-shell.ts'

/** How `xl migrate` ended, as far as anybody saw. After the last two it may go on. */
export interface XlTask {
  end: 'success' | 'failure' | 'timeout' | 'out-of-contact'
  /** What it said of why, in one line. */
  said: string | null
}

export interface XlMoveWish {
  guestUuid: string
  /** What root on the host calls the other one, of `moveAlias`. */
  alias: string
}

export interface XlMoveOptions extends FindXlOptions {
  /**
   * How long xl may take to hand the guest over. Default 1800 s: a guest that computes with a high
   * weight takes the CPU from Domain-0, which copies it.
   */
  timeoutSeconds?: number
}

export type XlMoveResult =
  /** Nothing was begun. */
  | { outcome: 'refused'; refusals: XlMoveRefusal[] }
  | { outcome: 'begun'; task: XlTask; whereabouts: XlWhereabouts }

/**
 * Moves a running guest to a host that trusts this one, live, with `xl migrate`. Both are read first,
 * and asked afterwards where it is; how xl ended decides nothing. Whether its weight went
 * with it is for `keepXlWeight`.
 *
 * @throws HostError before anything was begun; afterwards never
 */
export async function moveXlGuest(
  ends: MoveEnds,
  { guestUuid, alias }: XlMoveWish,
  options: XlMoveOptions,
): Promise<XlMoveResult> {
  const { refusals, domainId } = await checkXlMove(ends, guestUuid)
  if (refusals.length > 0 || domainId === null) return { outcome: 'refused', refusals }
  const task = await runXl(ends, { domainId, alias }, (options.timeoutSeconds ?? 1800) * 1000)
  return { outcome: 'begun', task, whereabouts: await findXlGuest(ends, guestUuid, options) }
}

async function runXl(
  ends: MoveEnds,
  wish: { domainId: number; alias: string },
  timeoutMs: number,
): Promise<XlTask> {
  const command = { verb: 'migrate', ...wish } as const
  try {
    return await withShell(ends.from, async (shell) => {
      const answer = await shell.run(command, { timeoutMs })
      if (answer.exitCode === 0) return { end: 'success', said: null }
      // Then the message names the remedy.
      if (isRefused(answer) || isNotInstalled(answer))
        expectSuccess(answer, shell.commandLine(command))
      return { end: 'failure', said: reasonIn(answer.stderr) }
    })
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    if (error.code === 'timeout') return { end: 'timeout', said: null }
    if (isContactLost(error)) return { end: 'out-of-contact', said: null }
    return { end: 'failure', said: error.message }
  }
}

/** Of ssh or xl. */
const COMPLAINT =
  /error|fail|refused|denied|not resolve|cannot|closed by|not responding|already exists/i

/** The first complaint: what follows it are its consequences. */
function reasonIn(stderr: string): string | null {
  const lines = stderr.split('\n').map((line) => line.trim())
  const complaint = lines.find((line) => COMPLAINT.test(line))
  return (complaint ?? lines.findLast((line) => line !== ''))?.slice(0, 500) ?? null
}
