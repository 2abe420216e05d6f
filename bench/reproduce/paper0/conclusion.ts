import { type HostKind, hostKinds } from '../../loop/host-kinds.ts'
import type { Summary } from '../../loop/summary.ts'
import { percent, significant } from '../figures.ts'
import { type Claim, judge } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import type { PlayedFamily } from './played-loop.ts'

const published =
  'abstract and conclusion: better quality of service than SandPiper; by how much is not said'

/** The conclusion, held against hosts that every contender looked after. */
export function conclusionRows(families: readonly PlayedFamily[]): ReproductionRow[] {
  return [byPaper(families), byLoop(families)]
}

/** Clients count, and the log where a host does not know them. */
const seen = ({ clients, log }: Summary) => clients ?? log
const time = (of: Summary) => seen(of).missedOfTime
const requests = (of: Summary) => seen(of).missedOfRequests
const inLog = ({ log }: Summary) => log.missedOfTime

const days = (count: number) => `${significant(count)} ${count === 1 ? 'day' : 'days'}`

function byPaper(families: readonly PlayedFamily[]): ReproductionRow {
  const played = families.flatMap(({ paper, ...each }) => (paper ? [{ ...each, paper }] : []))
  const shown = played.map(
    ({ kind, family, nothing, sandpiper, paper }) =>
      `${nameOf(kind, family)} ${[nothing, sandpiper, paper].map((of) => percent(time(of))).join(' / ')}`,
  )
  const inAll = (than: 'sandpiper' | 'nothing') =>
    counted(
      `less time than ${than === 'nothing' ? 'with nothing done' : 'SandPiper'}`,
      played.map((each) => time(each.paper) < time(each[than])),
    )
  return {
    where: 'conclusion: better QoS than SandPiper’s, by the procedure as printed',
    published,
    ours: `time in which a target is missed as clients see it, with nothing done / SandPiper / eq (5) and (7) every five minutes while a target is missed: ${shown.join('; ')}`,
    ...judge([inAll('sandpiper'), inAll('nothing')]),
    implementedIn: 'bench/loop/paper-procedure.ts, bench/loop/judge.ts',
    why: 'The least sum of delays knows no targets, and eq (2) not how full the host is, so weights often go to somebody else than who misses. The simulated hosts have nowhere to migrate to, which the procedure would do where eq (6) holds; nor are they those of the paper.',
  }
}

function byLoop(families: readonly PlayedFamily[]): ReproductionRow {
  const shown = families.map(
    ({ kind, family, days: count, nothing, sandpiper, ours }) =>
      `${nameOf(kind, family)} (${days(count)}) ${[nothing, sandpiper, ours].map((of) => `${percent(time(of))}, ${percent(requests(of))}`).join(' / ')}`,
  )
  const bad = (of: 'sandpiper' | 'ours') =>
    `${sum(families, (each) => seen(each[of]).bad)} of ${sum(families, (each) => Math.round(each[of].changesPerDay * each.days))}`
  const where = families.map(
    ({ kind, family, ours, sandpiper }): Claim => ({
      says: nameOf(kind, family),
      holds: time(ours) < time(sandpiper),
    }),
  )
  const [first, ...others] = where
  const worseInLog = families.filter(({ ours, sandpiper }) => inLog(ours) >= inLog(sandpiper))
  return {
    where: 'conclusion: better QoS than SandPiper’s, by the product’s loop',
    published,
    ours: `a target missed, of the time and of the requests, as clients see it where the host knows that, with nothing done / SandPiper / the loop: ${shown.join('; ')}. Bad changes: SandPiper ${bad('sandpiper')}, the loop ${bad('ours')}`,
    ...judge([
      { ...first!, says: `less time than SandPiper as published, ${first!.says}` },
      ...others,
      counted(
        'fewer requests',
        families.map(({ ours, sandpiper }) => requests(ours) < requests(sandpiper)),
      ),
      counted(
        'less time than SandPiper where it leaves Domain-0 its part',
        families.map(({ ours, guarded }) => time(ours) < time(guarded)),
      ),
      counted(
        'less time in the logs',
        families.map(({ ours, sandpiper }) => inLog(ours) < inLog(sandpiper)),
      ),
    ]),
    implementedIn:
      'packages/loop/src/relief/relief.ts, bench/loop/sandpiper.ts, bench/loop/judge.ts',
    why: `The loop is not the paper’s: who pays, the closed form and SDPS are ours, and the delay by scheduling counts in SDPS alone. Guests without a target pay for it.${payers(families)} SandPiper only raises, and so takes credits from Domain-0 as well: clients wait for that, and logs do not show it, so by the logs it is ahead ${worseInLog.length === 0 ? 'nowhere' : `in ${worseInLog.length} of ${families.length} families`}. Where nobody can pay, no weights help much; where each pays in turn, the loop misses in more minutes if fewer requests. No host of the paper is among these, and on real Xen both were never played beside each other. docs/LOOP.md has what the hosts are.`,
  }
}

function payers(families: readonly PlayedFamily[]): string {
  const one = families.find(({ kind, family }) => kind === 'fluid' && family === 'payer')
  const [nothing, sandpiper, ours] = (['nothing', 'sandpiper', 'ours'] as const).map(
    (of) => one?.[of].payers.overloaded?.meanSeconds,
  )
  if (nothing === undefined || sandpiper === undefined || ours === undefined) return ''
  const seconds = [nothing, sandpiper, ours].map((each) => `${significant(each)} s`)
  return ` In the overloads of \`payer\`, its mean is ${seconds.join(' / ')}.`
}

const nameOf = (kind: HostKind, family: string) =>
  kind === 'fluid' ? family : `${family}, ${names[kind]}`

const names: Readonly<Record<Exclude<HostKind, 'fluid'>, string>> = {
  twin: 'twin',
  sdps: hostKinds.sdps.title,
}

function counted(says: string, each: readonly boolean[]): Claim {
  const holding = each.filter(Boolean).length
  return {
    says: `${says}, everywhere (${holding} of ${each.length} families)`,
    holds: each.length === 0 ? null : holding === each.length,
  }
}

function sum(families: readonly PlayedFamily[], of: (each: PlayedFamily) => number): number {
  return families.reduce((total, each) => total + of(each), 0)
}
