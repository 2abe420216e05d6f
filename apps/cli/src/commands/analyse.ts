import {
  type Analysis,
  createAnalysis,
  getAnalysis,
  getUpload,
  getWatch,
  type Host,
  isMissing,
  Statistic,
  type Verdict,
} from '@steelyard/contract'
import { type Api, connect } from '../api/connect.ts'
import { findHost } from '../api/find-host.ts'
import { waitForJob } from '../api/wait-for-job.ts'
import type { Command, Given } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { Failed, UsageFault } from '../faults.ts'
import { parseLengthMs, parseTime } from '../parse-range.ts'
import { parseTargets } from '../parse-target.ts'
import { print } from '../shown/print.ts'
import { showAnalysis } from '../shown/show-analysis.ts'

export const analyse: Command = {
  name: 'analyse',
  summary: 'judge uploads, or a time in which a host was watched, against targets',
  arguments: ['[UPLOAD...]'],
  options: {
    host: { value: 'HOST', meaning: 'the host, where the upload names none or it was watched' },
    from: { value: 'TIME', meaning: 'the watched time begins, such as 2026-11-28T08:00:00Z' },
    to: { value: 'TIME', meaning: 'and ends' },
    last: { value: 'LENGTH', meaning: 'the newest watched time, such as 30m or 2h' },
    target: {
      value: 'GUEST=TIME',
      isMany: true,
      meaning: 'vm1=180ms, vm1=1.5s, or vm1=20/s; without any, those of the host',
    },
    statistic: {
      value: 'STATISTIC',
      choices: Statistic.options,
      meaning: 'what response time targets are about; without it, that of the host',
    },
    name: { value: 'NAME', meaning: 'what to call the analysis' },
  },
  async run(terminal, given) {
    const api = connect(terminal, given)
    const asked = parseTargets(given.list('target'))
    const host = await hostOf(api, given)
    const { analysis, job } = await api.call(createAnalysis, {
      body: {
        hostId: host.id,
        ...(await subjectOf(api, host, given)),
        name: given.text('name'),
        targets: asked.length > 0 ? asked : targetsOf(host),
        options: { targetStatistic: given.text('statistic') as Statistic | undefined },
      },
    })
    await waitForJob(terminal, api, job.id)
    const ended: Analysis = await api.call(getAnalysis, { params: { id: analysis.id } })
    if (ended.trouble) throw new Failed(ended.trouble)
    print(terminal, given, ended, () => showAnalysis(ended))
    return exitCodeOf(ended.verdict)
  },
}

export function exitCodeOf(verdict: Verdict | null): ExitCode {
  if (isMissing(verdict)) return EXIT.targetMissed
  const isUnknown = verdict === null || verdict === 'not-enough-evidence'
  return isUnknown ? EXIT.notEnoughEvidence : EXIT.done
}

async function hostOf(api: Api, given: Given): Promise<Host> {
  const named = given.text('host')
  if (named) return findHost(api, named)
  const [id] = given.arguments
  if (!id) throw new UsageFault('Name uploads, or --host and a watched time.')
  const { hostId } = await api.call(getUpload, { params: { id } })
  if (!hostId) throw new UsageFault('The upload is of no host. Name it with --host.')
  return findHost(api, hostId)
}

async function subjectOf(api: Api, { id }: Host, given: Given) {
  const [from, to, last] = ['from', 'to', 'last'].map((option) => given.text(option))
  if (given.arguments.length > 0) {
    if (from || to || last) throw new UsageFault('Name uploads or a watched time, and not both.')
    return { uploadIds: [...given.arguments] }
  }
  if (last && !from && !to) {
    const { watch } = await api.call(getWatch, { params: { id } })
    if (!watch?.storedTo) throw new UsageFault('Nothing was watched on this host yet.')
    const begin = Date.parse(watch.storedTo) - parseLengthMs('last', last)
    return { watched: { from: new Date(begin).toISOString(), to: watch.storedTo } }
  }
  if (!from || !to || last) throw new UsageFault('A watched time is --from and --to, or --last.')
  return { watched: { from: parseTime('from', from), to: parseTime('to', to) } }
}

function targetsOf({ domains }: Host) {
  return domains
    .filter(({ gone, target }) => {
      return !gone && (target.responseTimeMs !== null || target.throughputPerSecond !== null)
    })
    .map(({ name, target }) => ({ domain: name, ...target }))
}
