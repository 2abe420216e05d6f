import type { FactOrigin, Finding } from '@steelyard/analysis'
import { formatBriefPercent, formatList } from '@steelyard/contract/format'
import { contradictionWords } from '../uploads/host-facts-words.ts'

type Words = { [Code in Finding['code']]: (finding: Extract<Finding, { code: Code }>) => string }

/** Explains in one or two sentences what limits the trust in the numbers. */
export function findingWords(finding: Finding): string {
  // Each code has its own wording, a relation that TypeScript cannot follow through the union.
  return (FINDINGS[finding.code] as (finding: Finding) => string)(finding)
}

const FINDINGS: Words = {
  'conservation-law': (finding) => {
    const { ratio, windows, suspects } = finding
    const text = `Weighted by CPU use, requests took ${Number(ratio.toPrecision(2))} times as long as the CPU and its sharing explain, over ${windows} windows. This is a conservation law, which holds for all weights.`
    return suspects ? `${text} ${suspectWords[suspects]}` : text
  },
  'cpu-coverage': ({ domain, covered }) =>
    `CPU data of ${domain} covers ${formatBriefPercent(covered)} of the windows.`,
  'cpu-sum': ({ sum, pCpus }) =>
    `Domain-0, all guests and idle time add up to ${formatBriefPercent(sum)} of ${pCpus} pCPU, not to 100 %.`,
  'cpu-without-requests': ({ domain, utilisation }) =>
    `${domain} used ${formatBriefPercent(utilisation)} of a pCPU but has no request log: no estimate includes the delay that it causes.`,
  'domain0-missing': () =>
    'There is no CPU data of Domain-0: the delay-aware formula leaves out the delay that it causes.',
  'domain0-wait-missing': () =>
    'The trace does not show how long Domain-0 waited for the CPU: the delay-aware formula takes that wait for zero.',
  'few-requests': ({ domain, thin, windows, leastRequests }) =>
    `${domain} has fewer than ${leastRequests} requests in ${thin} of ${windows} windows. Those count neither for its worst window nor for the errors. Longer windows would include them.`,
  'few-windows': ({ windows }) =>
    `The verdict rests on ${windows} windows; a 95th percentile of so few is close to the largest.`,
  'host-facts': ({ domains, origin }) =>
    `No recording states the weight of ${formatList(domains)}: it is taken from ${originWords(origin)}.`,
  'no-client-times': ({ byLog, byClients, hasTarget }) =>
    [
      `Measured by access log alone: ${formatList(byLog)}. The log misses the wait for a connection, so users wait longer than it shows.`,
      ...(byClients.length > 0
        ? [
            `Compared with ${formatList(byClients)}, measured by clients, that looks better than it is.`,
          ]
        : []),
      ...(hasTarget ? ['A target that users see missed may count as met.'] : []),
    ].join(' '),
  'not-measured': ({ domain }) =>
    `${domain} has no durations: log them with %D (Apache) or $request_time (nginx).`,
  note: ({ text }) => text,
  'partly-logged-windows': ({ partly, windows }) =>
    `The logs cover ${partly} of ${windows} windows only in part. Rates refer to the covered seconds; busy rates skip such windows where there are others.`,
  'pcpus-assumed': () => 'The number of pCPUs is not known; one is assumed.',
  'pcpus-from-trace': ({ pCpus }) => `${pCpus} pCPU, from the sum of the CPU trace.`,
  'rejected-lines': ({ path, lines, rejected }) =>
    `${path}: ${rejected} of ${lines} lines were rejected.`,
  'scheduler-without-weights': ({ scheduler, origin }) =>
    `According to ${originWords(origin)}, the scheduler is ${scheduler}, which has no weights: neither the estimates nor the recommendation hold.`,
  'second-resolution': ({ domain }) =>
    `${domain}: the log's stamps are whole seconds, so the variance between arrivals is taken from the counts per second.`,
  'service-time-inferred': ({ domain }) =>
    `${domain} has no CPU data: its service time is inferred from the shortest median duration in its log.`,
  'service-time-unknown': ({ domain }) =>
    `${domain} has neither CPU data nor durations: nothing can be estimated for it.`,
  'source-note': ({ text, paths }) => `${sourcesWords(paths)}: ${text}`,
  'throughput-by-arrivals': ({ domain }) =>
    `${domain} has a throughput target, but its log does not show when requests ended. They count as answered on arrival, so a backlog is not visible.`,
  'utilisation-law': ({ domain, scatter, serviceTimeSeconds, severity }) => {
    const text = `${domain}: CPU use per request scatters by ${formatBriefPercent(scatter)} around ${(serviceTimeSeconds * 1000).toPrecision(3)} ms (utilisation law).`
    return severity === 'warning' ? `${text} Log and CPU trace may not belong together.` : text
  },
  'weights-assumed': ({ domains }) =>
    `The weight of ${domains.join(', ')} is not known: Xen's default of 256 is assumed.`,
  'windows-across-phases': ({ windowSeconds, phaseSeconds }) =>
    `Windows of ${windowSeconds} s are longer than a phase of ${phaseSeconds} s, so they mix phases.`,
  'xl-contradiction': (contradiction) =>
    `${contradictionWords(contradiction)} None of these values is used; set the weights in the options if it matters.`,
}

const suspectWords = {
  'other-waits':
    'They also wait for something else, such as a disk, a lock or another server: weights do not help there.',
  'missed-waits': 'The measurements miss waits, or much of the CPU time goes to other work.',
}

function originWords({ kind, path }: FactOrigin): string {
  if (kind === 'recording') return 'the recording'
  return kind === 'xl-output' && path !== null ? path : 'the host as it is now'
}

function sourcesWords([first, ...others]: readonly string[]): string {
  return others.length === 0 ? first! : `${first} and ${others.length} more`
}
