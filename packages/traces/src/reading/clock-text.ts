/** A time of day as some locale writes it. */
interface ClockText {
  clockSeconds: number
  /** Position behind the clock, its half of the day and the abbreviation of its zone. */
  end: number
}

/**
 * Two numbers of a clock have a sign (`:`, `.` in Finnish, `,` in Bulgarian) or a word between them,
 * as in `09시 00분 01초` and `09時00分01秒` (the t_fmt of glibc's locales). A word of three letters
 * has nine bytes.
 */
const BETWEEN = String.raw`(?:[:.,]|[^\d\s:.,;]{1,4} ?)`
const CLOCK = new RegExp(
  String.raw`^\s*(?:([^\d\s:;]{1,40}?) ?)?(\d{1,2})${BETWEEN}(\d\d)${BETWEEN}(\d\d)(?:[^\d\s:.,;]{1,4}|\.)?(?=\s)`,
)
const ZONE = /^(?:UTC|GMT|HKT|IST|CET|CEST|EET|EEST|WET|WEST|MSK|JST|KST|EAT|EST|EDT|SAST)$/

/**
 * Null where the line does not begin with a clock.
 *
 * @param line decoded: as Latin-1, parts of letters look like blanks
 */
export function readClock(line: string): ClockText | null {
  const match = CLOCK.exec(line)
  if (!match) return null
  const [all, before, ...numbers] = match
  const [hours, minutes, seconds] = numbers.map(Number) as [number, number, number]
  if (minutes > 59 || seconds > 60) return null
  let half = before === undefined ? null : halfOf(before)
  if (before !== undefined && half === null) return null
  let end = all.length
  for (;;) {
    const word = /^\s+(\S+)/.exec(line.slice(end, end + 80))
    if (!word) break
    // Its zone may follow the half of the day, as in India. A dotted `a. m.` has two words.
    const two = /^\s+([^\s\d]\S*[\s\u00a0][^\s\d]\S*)/.exec(line.slice(end, end + 80))
    const found = half === null ? halfOf(word[1]!) : null
    const foundInTwo = half === null && found === null && two ? halfOf(two[1]!) : null
    if (found !== null) half = found
    else if (foundInTwo !== null) half = foundInTwo
    else if (!ZONE.test(word[1]!)) break
    end += foundInTwo === null ? word[0].length : two![0].length
  }
  const inDay = hoursOf(hours, half)
  return inDay === null ? null : { clockSeconds: inDay * 3600 + minutes * 60 + seconds, end }
}

type Half = 'am' | 'pm'

function hoursOf(hours: number, half: Half | null): number | null {
  if (half === null) return hours > 23 ? null : hours
  if (hours < 1 || hours > 12) return null
  return (hours % 12) + (half === 'pm' ? 12 : 0)
}

function halfOf(word: string): Half | null {
  if (word === 'AM') return 'am'
  if (word === 'PM') return 'pm'
  // No column and no name of a CPU is tried further.
  if (/^(CPU|all|%.*)$/.test(word)) return null
  return halves().get(folded(word)) ?? null
}

/** `a. m.`, `a.m.` and `AM` are one word. */
function folded(word: string): string {
  return word.toLowerCase().replace(/[.\s\u00a0\u202f]/g, '')
}

/** Languages whose locales in glibc or CLDR know halves of the day. */
const LANGUAGES =
  'am ar as az bg bn bo brx bs ca chr cs cy da dz el en es et eu fa fi fil ga gl gu he hi hr hu hy id is it ja ka kk km kn ko kok ks ky lo lt lv mai mk ml mn mr ms my ne nl nn no om or pa pl ps pt ro ru sa sd si sk sl so sq sr sv sw ta te th ti tr ug uk ur uz vi yo zh zh-TW zu'.split(
    ' ',
  )
/** What glibc has and CLDR has not. */
const MORE: readonly [string, Half][] = [
  ['am', 'am'],
  ['pm', 'pm'],
  ['πμ', 'am'],
  ['μμ', 'pm'],
  ['पूर्वाह्न', 'am'],
  ['अपराह्न', 'pm'],
  ['오전', 'am'],
  ['오후', 'pm'],
  ['午前', 'am'],
  ['午後', 'pm'],
  ['上午', 'am'],
  ['下午', 'pm'],
]

let known: ReadonlyMap<string, Half> | null = null

/** The words for the halves of the day in all languages, without those that mean both. */
function halves(): ReadonlyMap<string, Half> {
  if (known) return known
  const found = new Map<string, Half>()
  const both = new Set<string>()
  const say = (word: string, half: Half) => {
    if (word === '') return
    if (found.has(word) && found.get(word) !== half) both.add(word)
    found.set(word, half)
  }
  for (const language of LANGUAGES) {
    const format = new Intl.DateTimeFormat(language, {
      hour: 'numeric',
      hour12: true,
      timeZone: 'UTC',
    })
    for (const [half, hour] of [
      ['am', 9],
      ['pm', 15],
    ] as const) {
      const part = format.formatToParts(hour * 3_600_000).find(({ type }) => type === 'dayPeriod')
      if (part) say(folded(part.value), half)
    }
  }
  for (const word of both) found.delete(word)
  for (const [word, half] of MORE) found.set(word, half)
  known = found
  return known
}
