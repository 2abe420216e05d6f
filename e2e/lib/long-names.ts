const LENGTH = 40

/** As long as names of hosts and guests get in practice; they begin and end as the short ones do. */
function longName(short: string): string {
  const words = `${short}-production-frankfurt-rack-03-blade-12`
  return `${words.slice(0, LENGTH - 3)}-0${short.slice(-1)}`
}

const SHORT = /\b(?:vm|xen)\d\b(?!-production)/g
const LONG = /\b((?:vm|xen)\d)-production-[a-z\d-]*-0\d\b/g

/** The text in which the hosts and guests of the furnished installation have names of 40 characters. */
export function withLongNames(text: string): string {
  return text
    .replace(SHORT, longName)
    .replace(/\bSample host\b(?! of)/g, 'Sample host of the third rack, Frankfurt')
}

/** The same text as the API knows it. */
export function withShortNames(text: string): string {
  return text
    .replace(LONG, '$1')
    .replaceAll('Sample host of the third rack, Frankfurt', 'Sample host')
}

/** Long names for what matches a heading, too. */
export function longHeading(heading: string | RegExp): string | RegExp {
  if (typeof heading === 'string') return withLongNames(heading)
  return new RegExp(withLongNames(heading.source), heading.flags)
}
