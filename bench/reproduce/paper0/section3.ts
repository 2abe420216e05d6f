import { built } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import { moreWeightRow } from './more-weight.ts'
import { promiseRows } from './promises.ts'
import type { RecordedHosts } from './recorded.ts'

/** What section 3.2 says about when and how to re-weight, besides its equations. */
export function section3Rows(recorded: RecordedHosts): ReproductionRow[] {
  return [...promiseRows(recorded), peaks(), moreWeightRow(recorded), domain0(), procedure()]
}

function peaks(): ReproductionRow {
  return {
    where: 'section 3.2.1: N_Peak and R_Peak are 95th percentiles of what the log shows',
    published: 'the 95th percentile of the profiled data; of which data is not said',
    ours: 'N: of the requests answered per second in each window. R: by default of the requests; by the rule `printed`, of the means of the windows',
    ...built([], 'both readings of R_Peak are there, and Tables 2 and 3 are judged by both'),
    implementedIn:
      'packages/model/src/decision/percentile95.ts, packages/analysis/src/recorded/sampled-maximum.ts, packages/analysis/src/estimates/domain-results.ts',
    why: 'An operator promises times of requests, so these are the default. A percentile of means leaves out that single requests take longer, and is far smaller.',
  }
}

function domain0(): ReproductionRow {
  return {
    where: 'section 3.2.2: Domain-0’s weight is never changed',
    published: 'stated',
    ours: 'no plan changes it',
    ...built(),
    implementedIn: 'packages/solver/src/to-xen-weights.ts, packages/xen/src/plan/make-plan.ts',
    why: 'The solver divides only what the guests have.',
  }
}

function procedure(): ReproductionRow {
  return {
    where: 'section 3.2, procedure',
    published: 'profile, test (5) and (6), minimise (7), write credits, again; without a person',
    ours: 'record, analyse, plan, apply, read back, and again: by hand, or by the loop, which under the policy `automatic` applies by itself what is of a kind that a person has approved before',
    ...built([
      'eq (7) in the loop, whose analyses have the default objective',
      'eq (5) as its trigger, in whose place is a target missed in 3 of 5 minutes and foretold to be missed again',
      'a loop without any person, since the first change of a kind waits for one',
    ]),
    implementedIn:
      'packages/analysis/src/analyse-host.ts, packages/loop/src/decide/next-step.ts, packages/xen/src/apply/apply-plan.ts',
    why: 'By hand, every step can be taken as printed: the rule and the objective are options of an analysis. The loop is more careful than the paper, because it changes hosts that others depend on; docs/LOOP.md shows how it fares.',
  }
}
