import type { Question, SourceContext } from '../detect/detection.ts'
import { nameOf, type Subject } from '../observations/subject.ts'

/** The question for what the file does not say; empty where the file or anything else says it. */
export function vCpuQuestions(tool: string, vCpus: number | null): Question[] {
  if (vCpus !== null) return []
  return [
    {
      id: 'v-cpus',
      text: `${tool} writes shares of all vCPUs and does not say how many there are. How many does the guest have?`,
      choices: [1, 2, 4, 8].map((count) => ({
        value: String(count),
        label: String(count),
        meaning: '',
      })),
    },
  ]
}

/** The operator's answer, else what the host or saved listings say of the domain. */
export function vCpusOf({ answers, vCpus }: SourceContext, domain: Subject): number | null {
  return answers.vCpus ?? vCpus?.[nameOf(domain)] ?? null
}
