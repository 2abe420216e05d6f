import { onlySubject } from '../detect/clockless.ts'
import type { FormatDetection, Question, SourceContext } from '../detect/detection.ts'
import type { RequestFormat } from '../format.ts'
import { isLeftOut } from '../observations/subject.ts'
import type { AccessLogSpec, DomainBy } from './access-log-spec.ts'
import { detectWithAnswers } from './detect-with-answers.ts'
import { readAccessLog } from './read-access-log.ts'

export const ACCESS_LOG: RequestFormat<AccessLogSpec> = {
  kind: 'access-log',
  observes: 'requests',
  naming: { by: 'file' },
  clock: 'own',
  severalFilesPerRun: false,
  settings: ['logFormat', 'durationUnit', 'byVirtualHost', 'everyLine', 'timeZone'],
  words: {
    noun: { one: 'access log', many: 'access logs' },
    expected: 'an Apache or nginx access log',
    title: ({ format }) =>
      `Access log in the format ${format.replace(/%\{unnamed\d+\}n/g, '(number)')}`,
  },
  detect: detectWithAnswers,
  namesIn: ({ virtualHosts }, { answers }) => (answers.byVirtualHost ? virtualHosts : null),
  questions: (detection, { answers }) => [
    ...detection.raised,
    ...(answers.byVirtualHost === null ? virtualHostQuestions(detection) : []),
  ],
  settle: ({ spec }, said) => ({ ...spec, domainBy: domainByOf(said) }),
  forLook: (spec) => ({ ...spec, domainBy: { by: 'fixed', domain: 'look' } }),
  read: readAccessLog,
}

function domainByOf(said: SourceContext): DomainBy {
  if (!said.answers.byVirtualHost) return { by: 'fixed', domain: onlySubject(said) }
  const map = said.domains.flatMap(({ found, subject }) =>
    isLeftOut(subject) ? [] : [[found, subject] as const],
  )
  return { by: 'vhost', map: Object.fromEntries(map) }
}

const NAMED_HOSTS = 10

function virtualHostQuestions({ virtualHosts }: FormatDetection<AccessLogSpec>): Question[] {
  if (virtualHosts.length < 2) return []
  const some = virtualHosts.slice(0, NAMED_HOSTS).join(', ')
  return [
    {
      id: 'virtual-hosts',
      text: `The log holds several virtual hosts (${some}). Which guest serves which?`,
      choices: [
        {
          value: 'false',
          label: 'One guest',
          meaning: 'All virtual hosts are served by one guest.',
        },
        {
          value: 'true',
          label: 'One guest each',
          meaning: 'Each virtual host is matched to a guest.',
        },
      ],
    },
  ]
}
