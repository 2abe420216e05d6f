import type { Detection, Question } from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import { suggestDomain } from '../detect/suggest-domain.ts'
import type { MemberInfo } from '../members/member.ts'
import { excerpt } from '../reading/excerpt.ts'
import type { AccessLogSpec } from '../source-spec.ts'
import { compileFormat } from './compile-format.ts'
import { durationQuestion } from './duration-question.ts'
import { guessFormat } from './guess-format.ts'
import { HOW_TO_LOG_DURATIONS } from './read-access-log.ts'
import { sampleLines } from './sample-lines.ts'
import { vhostKey } from './vhost.ts'

const SHOWN_SAMPLES = 5
const MAX_VHOSTS_ASKED = 50

export type DeclaredFormat = Pick<
  AccessLogSpec,
  'syntax' | 'format' | 'durationDirective' | 'timeZone'
>

/** Recognises common, combined and virtual-host logs with up to three numbers added; null otherwise. */
export function detectAccessLog(member: MemberInfo, lines: NumberedLine[]): Detection | null {
  const guess = guessFormat(lines)
  if (!guess) return null
  const declared: DeclaredFormat = { syntax: 'apache', format: guess.format }
  const detection = describeAccessLog(member, lines, declared)
  if (detection.kind !== 'access-log' || detection.spec.kind !== 'access-log') return detection
  const question = durationQuestion(guess, detection.spec)
  return question ? { ...detection, questions: [question, ...detection.questions] } : detection
}

/** What the lines mean in a format that the user pasted. @throws TraceError for a bad format */
export function describeAccessLog(
  member: MemberInfo,
  lines: NumberedLine[],
  declared: DeclaredFormat,
): Detection {
  const compiled = compileFormat(declared)
  const samples = sampleLines(compiled, lines)
  if (samples.length === 0 || samples.length < lines.length / 2)
    return {
      kind: 'unknown',
      reason: `${lines.length - samples.length} of the first ${lines.length} lines do not have the declared format.`,
      expected: declared.format,
      samples: lines.slice(0, SHOWN_SAMPLES).map(({ text }) => excerpt(text)),
    }
  const domain = suggestDomain(member)
  const spec: AccessLogSpec = {
    kind: 'access-log',
    ...declared,
    domainBy: { by: 'fixed', domain: domain ?? '' },
  }
  const warnings: string[] = []
  if (!compiled.duration && !declared.format.includes('unnamed'))
    warnings.push(`The log has no durations, so it gives arrivals only: ${HOW_TO_LOG_DURATIONS}.`)
  if (compiled.durations.length > 1)
    warnings.push(
      `The log has several durations (${compiled.durations.map((d) => d.name).join(', ')}); ${compiled.duration!.name} is used.`,
    )
  if (samples.length < lines.length)
    warnings.push(`${lines.length - samples.length} of the first ${lines.length} lines differ.`)
  return {
    kind: 'access-log',
    spec,
    ...(domain ? { suggestedDomain: domain } : {}),
    samples: samples.slice(0, SHOWN_SAMPLES),
    questions: questionsOf(compiled, lines, spec),
    warnings,
  }
}

function questionsOf(
  compiled: ReturnType<typeof compileFormat>,
  lines: NumberedLine[],
  spec: AccessLogSpec,
): Question[] {
  const questions: Question[] = []
  if (!compiled.timeHasOffset && !spec.timeZone)
    questions.push({
      id: 'time-zone',
      field: 'timeZone',
      text: 'The times have no offset from UTC. Which time zone was the server in?',
      choices: [],
    })
  const vhosts = compiled.hasVhost ? vhostsOf(compiled, lines) : []
  if (vhosts.length > 1)
    questions.push({
      id: 'virtual-hosts',
      field: 'domainBy',
      text: `The log holds several virtual hosts (${vhosts.slice(0, 10).join(', ')}). Which domain serves which?`,
      choices: [
        { value: 'fixed', label: 'all of them one domain', meaning: '', spec },
        {
          value: 'vhost',
          label: 'one domain per virtual host',
          meaning: vhosts.join(', '),
          spec: {
            ...spec,
            domainBy: { by: 'vhost', map: Object.fromEntries(vhosts.map((v) => [v, v])) },
          },
        },
      ],
    })
  else if (spec.domainBy.by === 'fixed' && spec.domainBy.domain === '')
    questions.push({ id: 'domain', field: 'domainBy', text: 'Whose log is it?', choices: [] })
  return questions
}

function vhostsOf(compiled: ReturnType<typeof compileFormat>, lines: NumberedLine[]): string[] {
  const { parser } = compiled
  const seen = new Set<string>()
  for (const { text } of lines)
    if (parser.parse(text, 0, text.length) && seen.size < MAX_VHOSTS_ASKED)
      seen.add(excerpt(vhostKey(text.slice(parser.vhostFrom, parser.vhostTo))))
  return [...seen]
}
