import { followWatch, type Host, Watch, WatchedWindow } from '@steelyard/contract'
import { formatMs, formatRate, formatTargetMs, formatTenths } from '@steelyard/contract/format'
import { connect } from '../api/connect.ts'
import { findHost } from '../api/find-host.ts'
import { followEvents } from '../api/follow-events.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Failed, UsageFault } from '../faults.ts'
import { writeLine } from '../terminal/write-line.ts'

export const watch: Command = {
  name: 'watch',
  summary: 'follow a watched host, a line for each window, until Ctrl-C',
  arguments: ['HOST'],
  options: { windows: { value: 'N', meaning: 'end after so many' } },
  notes: [
    'A window that is corrected later is shown again. With --json each line is a window.',
    'Whether a host is watched is set in the dashboard.',
  ],
  async run(terminal, given) {
    const most = Number(given.text('windows') ?? Number.POSITIVE_INFINITY)
    if (!(most >= 1)) throw new UsageFault('--windows is a number from 1 on.')
    const api = connect(terminal, given)
    const host = await findHost(api, given.arguments[0]!)
    let shown = 0
    for await (const { name, data } of followEvents(api, followWatch, { id: host.id })) {
      if (name === 'watch') writeLine(terminal.errors, stateOf(data))
      if (name !== 'window') continue
      const window = WatchedWindow.parse(data)
      if (given.isJson) terminal.output.write(`${JSON.stringify(window)}\n`)
      else writeLine(terminal.output, lineOf(window, host))
      shown += 1
      if (shown >= most) break
    }
    return EXIT.done
  },
}

function stateOf(data: unknown): string {
  const watch = Watch.nullable().parse((data as { watch: unknown }).watch)
  if (!watch) throw new Failed({ code: 'not-watched', message: 'The host is not watched.' })
  return watch.trouble ? `${watch.state}: ${watch.trouble.message}` : watch.state
}

function lineOf({ at, domains }: WatchedWindow, host: Host): string {
  const each = domains.map(({ domain, point }) => {
    const targetMs = host.domains.find(({ name }) => name === domain)?.target.responseTimeMs
    return [
      domain,
      ...(point.responseTimeMs === null ? [] : [formatMs(point.responseTimeMs)]),
      ...(targetMs && point.responseTimeMs !== null
        ? [`(target ${formatTargetMs(targetMs)})`]
        : []),
      ...(point.arrivalRatePerSecond === null ? [] : [formatRate(point.arrivalRatePerSecond)]),
      ...(point.usedPCpus === null ? [] : [`${formatTenths(point.usedPCpus)} pCPUs`]),
    ].join(' ')
  })
  return `${at}  ${each.join(' | ')}`
}
