import type { Question } from '../detect/detection.ts'
import { readableSeconds } from '../detect/readable-amount.ts'
import type { AccessLogSpec, DurationUnit } from '../source-spec.ts'
import { type GuessedFormat, unnamedDirective } from './guess-format.ts'
import { NGINX_COMBINED } from './nginx-format.ts'

const UNITS: { unit: DurationUnit; label: string; directive: string; seconds: number }[] = [
  { unit: 'us', label: 'microseconds (Apache %D)', directive: '%D', seconds: 1e-6 },
  { unit: 'ms', label: 'milliseconds (Apache %{ms}T)', directive: '%{ms}T', seconds: 1e-3 },
  { unit: 's', label: 'seconds (Apache %T)', directive: '%T', seconds: 1 },
]
const COMBINED = '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"'

/** Which unnamed number is the duration, and in which unit: shown on the file's own numbers, never guessed. */
export function durationQuestion(guess: GuessedFormat, spec: AccessLogSpec): Question | null {
  const { unnamed } = guess
  if (!guess.format.includes(unnamedDirective(1))) return null
  const choices: Question['choices'] = []
  unnamed.forEach((text, i) => {
    const directive = unnamedDirective(i + 1)
    const which = unnamed.length > 1 ? `number ${i + 1} in ` : ''
    for (const { unit, label, directive: named, seconds } of unitsFor(text, guess)) {
      choices.push({
        value: unnamed.length > 1 ? `${i + 1}:${unit}` : unit,
        label: which + label,
        meaning: `${text} -> ${readableSeconds(Number(text) * seconds)}`,
        spec: { ...spec, format: spec.format.replace(directive, named) },
      })
    }
    const nginx = nginxSpec(guess, spec, i, text)
    if (nginx)
      choices.push({
        value: unnamed.length > 1 ? `${i + 1}:nginx` : 'nginx',
        label: `${which}seconds (nginx $request_time, the line is written at the end)`,
        meaning: `${text} -> ${readableSeconds(Number(text))}`,
        spec: nginx,
      })
  })
  choices.push({
    value: 'none',
    label: 'no duration',
    meaning: 'the log then gives arrivals only',
    spec,
  })
  return {
    id: 'duration-unit',
    field: 'format',
    text:
      unnamed.length === 1
        ? `What is the number ${unnamed[0]}?`
        : `Which of the numbers ${unnamed.join(', ')} is the duration?`,
    choices,
  }
}

/** Apache writes whole microseconds and milliseconds; decimals are some proxy's. */
function unitsFor(text: string, { format }: GuessedFormat) {
  if (!text.includes('.')) return UNITS
  return UNITS.filter(({ unit }) => unit === 'ms' || (unit === 's' && !format.startsWith(COMBINED)))
}

function nginxSpec(
  { format, unnamed }: GuessedFormat,
  spec: AccessLogSpec,
  index: number,
  text: string,
): AccessLogSpec | null {
  if (!text.includes('.') || !format.startsWith(COMBINED)) return null
  const tail = unnamed.map((_, i) => (i === index ? '$request_time' : `$unnamed${i + 1}`))
  return { ...spec, syntax: 'nginx', format: `${NGINX_COMBINED} ${tail.join(' ')}` }
}
