const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The minute of the day at a time such as 06:30. */
export function minuteOf(timeOfDay: string): number {
  const [hours, minutes] = timeOfDay.split(':')
  return 60 * Number(hours) + Number(minutes)
}

/** What a clock in a zone shows: the day, where 1 is Monday, and the minute of the day. */
export function wallClock(timeZone: string, epochSeconds: number): { day: number; minute: number } {
  const parts = formatOf(timeZone).formatToParts(1000 * epochSeconds)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)!.value
  return {
    day: DAYS.indexOf(part('weekday')) + 1,
    minute: 60 * Number(part('hour')) + Number(part('minute')),
  }
}

/** To make one takes far longer than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}
