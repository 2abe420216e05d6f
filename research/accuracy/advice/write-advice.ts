import { percent } from '../../../bench/index.ts'
import { WORST_REGRET } from './advice-aims.ts'
import {
  type AdviceCase,
  type AdviceReport,
  type AdviceSummaries,
  JudgeId,
} from './advice-report.ts'
import { HARMLESS, isChange } from './advice-summary.ts'
import { aimsTable, casesTable, judgeNames, regretTable, stabilityTable } from './advice-tables.ts'

/** The section of research/reports/ACCURACY.md. Empty when nothing was judged. */
export function writeAdvice(advice: AdviceReport | null): string {
  if (!advice || advice.cases.length === 0) return ''
  const ofPhases = advice.cases.filter(({ phase }) => phase !== 'all')
  const phases = ofPhases.filter(({ targets }) => Object.keys(targets).length === 0)
  const withTarget = ofPhases.filter((each) => !phases.includes(each))
  const whole = advice.cases.filter(({ phase }) => phase === 'all')
  return [
    '## How good the recommendations are',
    `For each phase with equal weights, the product's own function for recommendations was run with default options (\`analyseHost\`), ${phases.length} in all. It sees logs and a CPU trace of that phase alone. Where it grades these as not enough evidence, as for most phases of half a minute, it recommends nothing; that counts as leaving the weights, and the list at the end names them. Its recommendation was then judged on the *true* load, which it does not know: the configured rates of the load generator, demands by the utilisation law over the whole recording, and Poisson arrivals (or independent gaps with the recorded variation, where that differs), for at least 3000 s. ${judgesText(advice)} *Regret* is the objective under the recommended weights divided by its smallest value, minus one, for the objective that the product optimised. The mean is sometimes smallest when one of two equal domains starves; the product gives such domains equal weights, and *even* is the regret of the best allocation that does. *Harm* means more than 2 % worse than leaving the weights alone.`,
    `Other weights were recommended in ${advice.changed} of ${phases.length} phases.`,
    ...regretTables(advice.summary),
    '### Aims',
    aimsTable(advice.aims),
    ...missesOf(phases),
    '### Phases with the same true load',
    advice.stability.length === 0
      ? 'No two phases had the same load.'
      : `Guests' shares in steps of 0.05, as recommended from phases that differ only by chance.\n\n${stabilityTable(advice.stability)}`,
    '### Phase by phase',
    `Effect on each domain: mean response times in milliseconds as clients see them, before → after. A single set of times means no change.`,
    casesTable(phases),
    ...(withTarget.length === 0
      ? []
      : [
          '### With a target for the 95th percentile',
          'The same phases, with a target for the 95th percentile of the first domain at 60 % of what its server logged. The objective is the largest ratio of time to target, also once every target is kept; every other domain has the default soft target, which no target pays for. Times are means all the same.',
          ...regretTables(advice.ofTargets),
          casesTable(withTarget),
        ]),
    ...(whole.length === 0
      ? []
      : [
          '### The samples as a whole',
          'This is what a new user sees first: the range that the product selects by default (since the last change of weights), without a target and with a target for the mean of the first domain at 60 % of what its server logged. Requests of all phases of the range have equal weight.',
          casesTable(whole),
        ]),
    ...advice.notes.map((note) => `- ${note}`),
  ].join('\n\n')
}

function regretTables(summaries: AdviceSummaries): string[] {
  return Object.keys(summaries).map((judge) => regretTable(summaries, judge as JudgeId))
}

const INDEPENDENT =
  'an independent simulator of Xen in C++ (`bench/peers/xen-host.cpp`), which shares no code with the twin or any other part of the product'

function judgesText({ summary }: AdviceReport): string {
  const every = 'every allocation in steps of 0.05, so the best one is known'
  if (!summary.independent) return `The judge is the twin itself. It simulates ${every}.`
  return summary.twin
    ? `There are two judges: the twin, whose kind of model also makes the recommendations, and ${INDEPENDENT}. Both simulate ${every} to each.`
    : `The judge is ${INDEPENDENT}. It simulates ${every}. (The twin did not judge here.)`
}

/** The cases that miss an aim, each with the reason that the product gave. */
function missesOf(cases: readonly AdviceCase[]): string[] {
  const lines = cases.flatMap((each) => {
    const wrong = JudgeId.options.flatMap((judge) => wrongIn(each, judge))
    if (wrong.length === 0) return []
    const done = isChange(each) ? 'Other weights were recommended' : 'The weights were left'
    const { recording, phase, choices } = each
    return `- ${recording}, ${phase}: ${wrong.join(', ')}. ${done}: ${choices.recommended.reason}`
  })
  return lines.length === 0 ? [] : [`Where an aim is missed, and why:\n\n${lines.join('\n')}`]
}

function wrongIn({ judges }: AdviceCase, judge: JudgeId): string[] {
  const outcome = judges[judge]?.outcomes.recommended
  if (!outcome) return []
  const by = `by the ${judgeNames[judge]}`
  if (-outcome.gain > HARMLESS) return [`${percent(-outcome.gain)} worse than before ${by}`]
  return outcome.regret > WORST_REGRET ? [`a regret of ${percent(outcome.regret)} ${by}`] : []
}
