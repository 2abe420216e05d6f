import { type Column, textTable } from '../../bench/index.ts'
import type { Episode } from './judge.ts'
import type { Summary } from './summary.ts'

interface Row extends Summary {
  detector: string
}

interface Results {
  simulated: Row[]
  recorded: {
    rows: Row[]
    replays: {
      recording: string
      domain: string
      windowSeconds: number
      targetSeconds: number
      episodes: Episode[]
    }[]
  }
}

const whole = (value: number | null) => (value === null ? '–' : value.toFixed(0))

const found: Column<Row>[] = [
  { title: 'detector', text: ({ detector }) => detector },
  { title: 'found', text: ({ episodes, missed }) => String(episodes - missed) },
  { title: 'missed', text: ({ missed }) => String(missed) },
  { title: 'median delay, s', text: ({ medianDelaySeconds }) => whole(medianDelaySeconds) },
  { title: 'p95 delay, s', text: ({ p95DelaySeconds }) => whole(p95DelaySeconds) },
]
const reopened: Column<Row> = {
  title: 'closed too early',
  text: ({ reopened: times }) => String(times),
}

const ofSimulated: Column<Row>[] = [
  ...found,
  { title: 'false alarms/day', text: ({ falseAlarmsPerDay }) => falseAlarmsPerDay.toFixed(2) },
  reopened,
  {
    title: 'needless min/day',
    text: ({ needlessMinutesPerDay }) => needlessMinutesPerDay.toFixed(1),
  },
]

/** They last minutes, so nothing is given per day. */
const ofRecorded: Column<Row>[] = [
  ...found,
  { title: 'false alarms', text: ({ falseAlarms }) => String(falseAlarms) },
  reopened,
]

const ofReplays: Column<Results['recorded']['replays'][number]>[] = [
  { title: 'recording', text: ({ recording }) => recording },
  { title: 'domain', align: 'left', text: ({ domain }) => domain },
  { title: 'window, s', text: ({ windowSeconds }) => String(windowSeconds) },
  { title: 'target, ms', text: ({ targetSeconds }) => whole(1000 * targetSeconds) },
  {
    title: 'missed from to, s',
    text: ({ episodes }) =>
      episodes.map((each) => `${whole(each.beginSeconds)}–${whole(each.endSeconds)}`).join(', ') ||
      'never',
  },
]

export function showTables({ simulated, recorded }: Results): string {
  return [
    'Simulated hosts',
    textTable(ofSimulated, simulated),
    '\nRecordings',
    textTable(ofRecorded, recorded.rows),
    '',
    textTable(ofReplays, recorded.replays),
  ].join('\n')
}
