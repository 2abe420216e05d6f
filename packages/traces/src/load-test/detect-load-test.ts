import type {
  Answers,
  FormatDetection,
  Head,
  Question,
  UnknownDetection,
} from '../detect/detection.ts'
import { readableSeconds, readableTime } from '../detect/readable-amount.ts'
import { suggestDomain } from '../detect/suggest-domain.ts'
import type { MemberInfo } from '../members/member.ts'
import { excerpt } from '../reading/excerpt.ts'
import { writtenIn } from '../reading/plain-text.ts'
import type { LoadTestSpec, LoadTestTool } from './load-test-spec.ts'
import { SUMMARIES, TOOLS, type ToolRequest } from './tools.ts'

const SHOWN_SAMPLES = 5

export function detectLoadTest(
  member: MemberInfo,
  { bytes, lines }: Head,
  { timeZone }: Answers,
): FormatDetection<LoadTestSpec> | UnknownDetection | null {
  const texts = lines.map(({ text }) => text)
  for (const [name, tool] of Object.entries(TOOLS)) {
    const headings = tool.headings(texts)
    if (headings === null) continue
    const read = tool.reader(headings > 0 ? texts[headings - 1]! : '')
    const sent = lines.slice(headings).flatMap(({ text, line }) => {
      const each = read(writtenIn(text))
      return each && !('reason' in each) ? [{ text, line, each }] : []
    })
    const domain = suggestDomain(member)
    const isLocal = sent.some(({ each }) => each.isLocal)
    return {
      kind: 'load-test',
      spec: {
        kind: 'load-test',
        tool: name as LoadTestTool,
        domain: '',
        ...(timeZone ? { timeZone } : {}),
      },
      ...(domain ? { suggestedDomain: domain } : {}),
      virtualHosts: [],
      samples: sent.slice(0, SHOWN_SAMPLES).map(({ text, line, each }) => ({
        line,
        raw: excerpt(text),
        fields: fieldsOf(each, tool.hasOffsetsOnly ?? false),
      })),
      raised: isLocal && !timeZone ? [ZONE_QUESTION] : [],
      warnings: [],
    }
  }
  return summaryIn(bytes)
}

function fieldsOf({ startSeconds, durationSeconds }: ToolRequest, isOffset: boolean) {
  const start = isOffset ? readableSeconds(startSeconds) : readableTime(startSeconds)
  const took = Number.isNaN(durationSeconds) ? 'no answer' : readableSeconds(durationSeconds)
  return [
    { name: 'start', text: start, meaning: isOffset ? 'after the run began' : 'started' },
    { name: 'duration', text: took, meaning: 'took' },
  ]
}

const ZONE_QUESTION: Question = {
  id: 'time-zone',
  text: 'The stamps are local time. Which time zone was the client in?',
  choices: [{ value: 'UTC', label: 'UTC', meaning: '' }],
}

function summaryIn(bytes: Buffer): UnknownDetection | null {
  const start = bytes.toString('latin1', 0, 4096)
  const summary = SUMMARIES.find(({ form }) => form.test(start))
  if (!summary) return null
  return {
    kind: 'unknown',
    reason: summary.reason,
    expected: 'the time and duration of each request',
    samples: [],
  }
}
