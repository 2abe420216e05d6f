import { undoCommands } from '@steelyard/xen'
import type { DomainModel } from '../../generated/prisma/models.ts'
import { commandsByHand } from '../commands-by-hand.ts'
import type { PlanContent, PlanWish } from '../plan-content.ts'
import { undoByHand } from './undo-by-hand.ts'

export interface ScriptPlan {
  id: string
  hostName: string
  plannedAt: Date
  content: PlanContent
  wish: PlanWish
  /** As the host was read last, if it was. */
  domains: readonly Pick<DomainModel, 'name' | 'weight' | 'cap'>[]
  /** What it changes, one line for each domain. */
  summary: readonly string[]
}

/** A plan as a shell script that an operator can read, keep and run on Domain-0. */
export function commandsScript(plan: ScriptPlan): string {
  const { commands, undo, account, guard, left } = linesOf(plan)
  return `${[
    '#!/bin/sh',
    comment(`Host: ${plan.hostName}`),
    comment(`Planned: ${plan.plannedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`),
    comment(`Plan: ${plan.id}`),
    '#',
    '# What it does:',
    ...plan.summary.map((line) => comment(`  ${line}`)),
    ...left.map(({ domain, why }) => comment(`  Nothing for ${domain}: ${why}`)),
    '#',
    comment(`Run it as ${account} on Domain-0. It stops at the first command that fails.`),
    'set -eu',
    '',
    ...guard,
    ...commands,
    '',
    '# To undo it, run these:',
    ...undo.map(comment),
  ].join('\n')}\n`
}

function linesOf({ content, wish, domains }: ScriptPlan) {
  if (content.kind === 'against-host') {
    const { plan } = content
    return {
      commands: plan.changes.flatMap((change) => change.commands).map(quoted),
      undo: undoCommands(plan).map(quoted),
      account: plan.username,
      guard: [],
      left: [],
    }
  }
  const { commands, withheld } = commandsByHand(content.scheduler, wish)
  return {
    commands,
    undo: undoByHand(content.scheduler, wish, domains),
    account: 'root',
    guard: wish.weights.length > 0 && !KNOWN.has(content.scheduler ?? '') ? GUARD : [],
    left: withheld,
  }
}

const KNOWN = new Set(['credit', 'credit2'])

/** The command of the wrong scheduler does nothing and prints no error. */
const GUARD = [
  "if ! xl info | grep -Eq '^xen_scheduler *: *credit$'; then",
  "  echo 'The scheduler of this host is not credit; sched-credit would do nothing.' >&2",
  '  exit 1',
  'fi',
]

/** One line, whatever a trace put into a name. */
function comment(text: string): string {
  return `# ${text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}`
}

/** Words that SSH carries as they are, quoted for a shell. They hold no quotation mark of this kind. */
function quoted(line: string): string {
  const words = line.split(' ')
  return words.map((word) => (/^[\w/+%.,:=-]+$/.test(word) ? word : `'${word}'`)).join(' ')
}
