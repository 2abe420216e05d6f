import { percent } from '../text-table.ts'
import { WORST_REGRET } from './advice-aims.ts'
import { type AdviceCase, type AdviceReport, JudgeId } from './advice-report.ts'
import { HARMLESS, isChange } from './advice-summary.ts'
import { aimsTable, casesTable, judgeNames, regretTable, stabilityTable } from './advice-tables.ts'

/** The section of docs/ACCURACY.md; empty where nothing was judged. */
export function writeAdvice(advice: AdviceReport | null): string {
  if (!advice || advice.cases.length === 0) return ''
  const phases = advice.cases.filter(({ phase }) => phase !== 'all')
  const whole = advice.cases.filter(({ phase }) => phase === 'all')
  return [
    '## What is recommended, judged',
    `For each phase with equal weights the function that makes recommendations in the product was run with the options that it has when nobody sets any (\`analyseHost\`), ${phases.length} times. It sees half a minute of logs and a CPU trace. What it recommended was then judged on the *true* load, which it does not know: the rates that the load generator was told, demands by the utilisation law over the whole recording, Poisson arrivals (where those that were recorded vary otherwise, independent gaps of that variation), 3000 s and more. ${judgesText(advice)} *Regret* is the objective with the recommended weights over its least value, less one; the objective is the one that the product chose by. Sometimes the best for the mean is to starve one of two equal domains; the product gives them equal weights, and *even* is the regret of the best that does. *Harm*: more than 2 % worse than leaving the weights alone.`,
    `Other weights were recommended in ${advice.changed} of ${phases.length} phases.`,
    ...Object.keys(advice.summary).map((judge) => regretTable(advice, judge as JudgeId)),
    '### Aims',
    aimsTable(advice.aims),
    ...missesOf(phases),
    '### One true load, several phases',
    advice.stability.length === 0
      ? 'No two phases had the same load.'
      : `Guests' shares in steps of 0.05, as recommended from phases that differ by chance alone.\n\n${stabilityTable(advice.stability)}`,
    '### Phase by phase',
    `What it would do to each domain: mean response times in milliseconds as clients see them, before → after. Where one pair stands there is no change.`,
    casesTable(phases),
    ...(whole.length === 0
      ? []
      : [
          '### The samples as a whole',
          'What a new user sees first: the range that the product takes by itself (since the last change of weights), without a target and with one for the mean of the first domain, at 60 % of what its server logged. Requests of all phases of the range count alike.',
          casesTable(whole),
        ]),
    ...advice.notes.map((note) => `- ${note}`),
  ].join('\n\n')
}

const INDEPENDENT =
  'an independent simulator of Xen in C++ (`bench/peers/xen-host.cpp`), which shares no code with the twin, nor with anything else that recommends'

function judgesText({ summary }: AdviceReport): string {
  const every = 'every allocation in steps of 0.05, so the best there is is known'
  if (!summary.independent) return `The twin itself plays it, ${every}.`
  return summary.twin
    ? `Two judges play it: the twin, whose kind of model also recommends, and ${INDEPENDENT}. Both play ${every} to each.`
    : `The judge is ${INDEPENDENT}. It plays ${every}. (The twin was not asked to judge here.)`
}

/** The cases that miss an aim, each with what the product said for itself. */
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
