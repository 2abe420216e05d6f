import type { Hindrance } from '@steelyard/loop'
import type { ApplicationEnd, Authority, Saying } from '../../saying.ts'
import type { WordsByCode } from '../../words-by-code.ts'
import { endingText } from '../applications/application-words.ts'
import { momentWords } from '../moment-words.ts'
import { effectWords, moveTitle } from '../pools/move-words.ts'
import {
  changeWords as capChangeWords,
  capsHindranceWords,
  capsOriginWords,
  whyWords,
} from './caps-words.ts'
import { proposalWords, weightChangeWords } from './change-words.ts'
import { hindranceWords, notWorthItWords } from './hindrance-words.ts'
import { closedWords, openedWords } from './hotspot-words.ts'
import { outcomeWords } from './outcome-words.ts'
import { reliefWords } from './relief-words.ts'

/** One line of the journal, or why a recommendation stands as it does. */
export function sayingWords(saying: Saying): string {
  return (SAYINGS[saying.code] as (of: Saying) => string)(saying)
}

export const SAYINGS: WordsByCode<Saying> = {
  stopped: ({ by, reason }) => `${by} stopped every change that no person makes: ${reason}`,
  resumed: ({ by }) => `${by} let the policies act again.`,
  'hotspot-opened': openedWords,
  'hotspot-closed': closedWords,
  'looked-at-no-more': ({ domain }) =>
    `${domain} is looked at no more: it has no target, it is gone, or its host is not watched.`,
  'nothing-done': ({ because }) => `Nothing is done. ${hindranceWords(because)}`,
  'move-needed': ({ because }) => hindranceWords(because),
  waits: ({ changes, because }) =>
    `The recommended change (${weightChangeWords(changes)}) waits. ${hindranceWords(because)}`,
  'asks-to-roll-back': ({ changes }) =>
    `The change (${weightChangeWords(changes)}) made things worse. A person must say whether to roll it back.`,
  'relief-planned': ({ relief }) => reliefWords(relief),
  'analysis-started': ({ fromEpochSeconds: from, toEpochSeconds: to, domains }) =>
    `What was observed from ${momentWords(from)} to ${momentWords(to)} is being analysed, because ${domains.join(', ')} missed the target.`,
  'not-worth-it': ({ because, analysis }) => notWorthItWords(because, analysis),
  'reading-host': () => 'The host is being read for a plan.',
  recommended: ({ proposal, because, byHand }) =>
    `Recommended: ${proposalWords(proposal)}. ${nextWords(because, byHand)}`,
  'would-apply': ({ proposal, authority }) =>
    `Would have been applied now, ${authorityWords(authority)}: ${proposalWords(proposal)}. The policy is a dry run.`,
  superseded: () => 'Another recommendation took its place.',
  decided: ({ by, decision, note }) => `${by} ${decision} it.${note ? ` “${note}”` : ''}`,
  'plan-rejected': ({ by }) => `${by} rejected its plan.`,
  'applied-by-hand': ({ by }) => `${by} applied its plan.`,
  expired: ({ from }) => EXPIRED[from]!,
  applying: ({ authority }) => `It is being applied, ${authorityWords(authority)}.`,
  'rolling-back-worse': ({ authority }) =>
    `It made things worse and is being rolled back, ${authorityWords(authority)}.`,
  applied: ({ by, changes }) =>
    `Applied by ${by}: weights ${weightChangeWords(changes)}. Its outcome is being observed.`,
  'not-applied': ({ end }) => endWords(end),
  'roll-back-failed': ({ end }) => `The roll-back failed. ${endWords(end)}`,
  'rolling-back': ({ by }) => `${by} is rolling it back.`,
  'rolled-back': ({ by }) => `Rolled back by ${by}: the earlier weights are in force again.`,
  outcome: ({ outcome }) => outcomeWords(outcome),
  'no-outcome': ({ why }) => NO_OUTCOME[why],
  worse: ({ why }) => WORSE[why],
  'guest-moved': ({ by, ...move }) => `${moveTitle(true, move)}, as ${by} asked.`,
  'move-judged': ({ guest, from, to, ...effect }) =>
    `${guest} has been on ${to} instead of ${from} for a quarter of an hour. ${effectWords(effect)}`,
  gone: ({ what }) => GONE[what],
  'work-failed': ({ what }) => WORK_FAILED[what],
  'caps-set': ({ by, changes, why }) =>
    `Set by ${by}: ${capChangeWords(changes)}. ${'said' in why ? why.said : capsOriginWords(why)}`,
  'caps-not-set': ({ problem, retryMinutes }) =>
    `The caps were not changed. ${problem} It is tried again after ${retryMinutes} minutes.`,
  'caps-would-be-set': (caps) =>
    `${whyWords(caps)} Caps would have been set: ${capChangeWords(caps.changes)}. It is a dry run.`,
  'caps-wait': ({ because, ...caps }) =>
    `${whyWords(caps)} Caps should be set: ${capChangeWords(caps.changes)}. ${capsHindranceWords(because)}`,
}

function nextWords(because: Hindrance | null, byHand: boolean): string {
  if (because) return hindranceWords(because)
  return byHand ? 'A person can apply it on the page of its plan.' : 'A person must approve it.'
}

function authorityWords({ by, person }: Authority): string {
  return by === 'approval' ? `as ${person} approved` : `by the grant of ${person}`
}

function endWords(end: ApplicationEnd): string {
  return 'said' in end ? end.said : endingText(end.ended)
}

const EXPIRED: Record<string, string> = {
  analysing: 'The analysis took so long that its result would say little of the present.',
  planning: 'The host could not be read for a plan in time.',
  open: 'Nobody decided in time.',
  approved: 'It was approved, but the moment at which it could be applied did not come in time.',
}

const NO_OUTCOME = {
  'work-gone': 'Its analysis or plan is gone.',
  'host-unknown': 'Its host is not known well enough any more to be judged.',
  'not-judged': 'It could not be judged.',
}

const WORSE = {
  'changed-since': 'It made things worse, and the weights have been changed since.',
  'left-alone': 'It made things worse, and nobody rolled it back within a day.',
}

const GONE = {
  analysis: 'Nothing is done. The analysis was deleted.',
  plan: 'Nothing is done. The plan is gone.',
  application: 'The record of it is gone.',
  'roll-back': 'The record of the roll-back is gone.',
}

const WORK_FAILED = {
  analysis: 'Nothing is done. The analysis failed; its page says why.',
  plan: 'Nothing is done. No plan could be made.',
}
