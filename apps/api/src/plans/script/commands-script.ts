import { formatPCpuList, POOL_0, REAL_TIME_POOL, undoCommands } from '@steelyard/xen'
import type { DomainModel } from '../../generated/prisma/models.ts'
import { commandsByHand, isPlainName } from '../commands-by-hand.ts'
import type { PlanContent, PlanWish } from '../plan-content.ts'

/** Of a domain that was never read: what Xen gives it unless told otherwise. */
const XEN_DEFAULT = { weight: 256, cap: 0 }

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

/**
 * The commands that restore the values from before, as far as they are known without the host: from
 * the analysis, from its last reading, or by Xen's defaults.
 */
function undoByHand(
  scheduler: string | null,
  { weights, pins, realTimePool, analysed }: PlanWish,
  domains: readonly { name: string; weight: number | null; cap: number | null }[],
): string[] {
  const before = (name: string) => {
    const read = domains.find((domain) => domain.name === name)
    return {
      weight: analysed.find(({ domain }) => domain === name)?.weight ?? read?.weight,
      cap: read?.cap,
    }
  }
  const { commands } = commandsByHand(scheduler, {
    weights: weights.map(({ domain, weight, cap }) => ({
      domain,
      ...(weight === undefined ? {} : { weight: before(domain).weight ?? XEN_DEFAULT.weight }),
      ...(cap === undefined ? {} : { cap: before(domain).cap ?? XEN_DEFAULT.cap }),
    })),
    pins: pins.map(({ domain }) => ({ domain, pCpus: 'all' })),
  })
  if (!realTimePool) return commands
  const members = realTimePool.domains.map(({ domain }) => domain).filter(isPlainName)
  return [
    ...members.map((domain) => `xl cpupool-migrate ${domain} ${POOL_0}`),
    `xl cpupool-destroy ${REAL_TIME_POOL}`,
    `xl cpupool-cpu-add ${POOL_0} ${formatPCpuList(realTimePool.pCpus)}`,
    ...commands,
  ]
}
