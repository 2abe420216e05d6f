import { expect, test } from 'vitest'
import { TimeZone } from './time-zone.ts'

const wall = (text: string) => Date.parse(`${text}Z`) / 1000
const utc = wall

test.each([
  ['summer', 'Europe/Berlin', '2026-07-01T12:00:00', '2026-07-01T10:00:00'],
  ['winter', 'Europe/Berlin', '2026-01-01T12:00:00', '2026-01-01T11:00:00'],
  ['before the clock goes back', 'Europe/Berlin', '2026-10-25T01:59:59', '2026-10-24T23:59:59'],
  [
    'the hour that comes twice, taken the first time',
    'Europe/Berlin',
    '2026-10-25T02:30:00',
    '2026-10-25T00:30:00',
  ],
  ['after it', 'Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00'],
  ['before the clock goes forward', 'Europe/Berlin', '2026-03-29T01:59:59', '2026-03-29T00:59:59'],
  ['after the missing hour', 'Europe/Berlin', '2026-03-29T03:00:00', '2026-03-29T01:00:00'],
  ['in it', 'Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30:00'],
  [
    'west of Greenwich, half hours',
    'America/St_Johns',
    '2026-11-20T12:00:00',
    '2026-11-20T15:30:00',
  ],
  ['a zone of 45 minutes', 'Asia/Kathmandu', '2026-11-20T12:00:00', '2026-11-20T06:15:00'],
])('converts local time to UTC: %s (%s)', (_, zone, local, expected) => {
  expect(new TimeZone(zone).toEpoch(wall(local))).toBe(utc(expected))
})
