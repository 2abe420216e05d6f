import { built } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import { moreWeightRow } from './more-weight.ts'
import { promiseRows } from './promises.ts'
import type { RecordedHosts } from './recorded.ts'

/** What section 3.2 says about when and how to re-weight, besides its equations. */
export function section3Rows(recorded: RecordedHosts): ReproductionRow[] {
  return [
    ...promiseRows(recorded),
    peaks(),
    moreWeightRow(recorded),
    domain0(),
    procedure(),
    migration(),
    trend(),
  ]
}

function peaks(): ReproductionRow {
  return {
    where: 'section 3.2.1: N_Peak and R_Peak are 95th percentiles of what the log shows',
    published: 'the 95th percentile of the profiled data; of which data is not said',
    ours: 'N: of the requests answered per second in each window. R: by default of the requests; by the rule `printed`, of the means of the windows',
    ...built([], 'both readings of R_Peak are there, and Tables 2 and 3 are judged by both'),
    implementedIn:
      'packages/model/src/decision/percentile95.ts, packages/analysis/src/recorded/sampled-maximum.ts, packages/analysis/src/verdict/domain-results.ts',
    why: 'An operator promises times of requests, so these are the default. A percentile of means leaves out that single requests take longer, and is far smaller.',
  }
}

function domain0(): ReproductionRow {
  return {
    where: 'section 3.2.2: Domain-0’s weight is never changed',
    published: 'stated',
    ours: 'no plan changes it',
    ...built(),
    implementedIn:
      'packages/solver/src/problem/to-xen-weights.ts, packages/xen/src/plan/make-plan.ts',
    why: 'The solver divides only what the guests have.',
  }
}

function procedure(): ReproductionRow {
  return {
    where: 'section 3.2, procedure',
    published:
      'profile, test (5) and (6), minimise (7), write credits or migrate, again; without a person',
    ours: 'by hand: record, analyse, plan, apply, read back, each as printed if wished. By the loop, each minute: a target missed in 2 of 3 minutes opens a hotspot, relief is worked out at once, and under the policy `automatic` it is applied if it is of a kind that a person has approved before, or if a grant covers new kinds; then it is judged, and undone if it proved worse. Who has no target or a soft one pays, and a closed form divides what is given; where nobody can pay, SDPS chooses the shares',
    ...built([
      'the migration (next row)',
      'eq (7) in the loop, since it is only an option of an analysis, in steps of 0.05',
      'eq (5) and (6) as triggers, in whose place are 2 of 3 missed minutes, and that no weights help',
      'a loop without any person, unless a grant covers new kinds of changes beforehand',
    ]),
    implementedIn:
      'packages/loop/src/decide/next-step.ts, packages/loop/src/relief/relief.ts, packages/analysis/src/analyse-host.ts, packages/xen/src/apply/apply-plan.ts',
    why: 'Eq (7) minimises a sum of delays in which no target counts; the loop as printed misses more than no loop does (the rows of the conclusion). docs/explanation/loop.md has the rule and how it fares.',
  }
}

function migration(): ReproductionRow {
  return {
    where: 'section 3.2, procedure: a VM is migrated where (6) holds',
    published: 'the last step of the procedure; which VM goes where is not said',
    ours: 'an analysis says `migrate`, and the lab plays the host without each VM in turn; where no weights help, the loop says that a move is needed and who misses its target',
    ...built([
      'the migration itself, since nothing in the product moves a domain',
      'where to, since hosts are looked at one by one',
    ]),
    implementedIn:
      'packages/model/src/decision/decide.ts, packages/simulator/src/lab/lever-lab.ts, packages/loop/src/relief/relief.ts',
    why: 'A person moves the domain, and the loop goes on with what is left. That a move helps was seen on real Xen, where an experiment made it by hand (fig 7, other half).',
  }
}

function trend(): ReproductionRow {
  return {
    where: 'claim: an overload is seen coming by the trend of use',
    published: 'stated; no figures',
    ours: 'AR(1), and Holt-Winters with a season of a day, foretell response times; a hotspot carries the forecast as evidence and closes only if it keeps the target. Nothing is done on a forecast alone',
    ...built([
      'the trend of CPU use, which decides nothing',
      'a change before any target is missed',
    ]),
    implementedIn:
      'packages/loop/src/trigger/forecast.ts, packages/loop/src/trigger/observe-window.ts',
    why: 'A miss is a fact and a forecast is not. SandPiper’s rule, which waits for a forecast as well, opens a minute later on simulated hosts, with far fewer false alarms (docs/explanation/triggers.md). The loop takes the higher of the loads of the newest two and five minutes, with some chance added, so it follows a rise and does not run ahead of it.',
  }
}
