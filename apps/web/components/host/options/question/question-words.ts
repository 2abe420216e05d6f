import type { FilledQuestion } from '@steelyard/contract'
import {
  formatCap,
  formatChosenPercent,
  formatCount,
  formatFactor,
  formatItems,
  formatTargetMs,
} from '@steelyard/contract/format'

export function ratelimitWords(us: number): string {
  return us === 0 ? 'off' : `${formatCount(us)} µs`
}

export function overheadWords(percent: number): string {
  return percent === 0 ? 'none' : formatChosenPercent(percent)
}

/**
 * Describes what a question changes, with one phrase per lever: "vm1 weight 256 → 512". Empty when
 * it changes nothing.
 */
export function questionInWords(asked: FilledQuestion, now: FilledQuestion): string[] {
  const phrases: string[] = []
  const addPhrase = (what: string, was: string, is: string) => {
    if (was !== is) phrases.push(`${what} ${was} → ${is}`)
  }
  for (const domain of asked.domains) {
    const was = now.domains.find((each) => each.domain === domain.domain)
    if (!was) continue
    addPhrase(`${domain.domain} weight`, formatCount(was.weight), formatCount(domain.weight))
    addPhrase(`${domain.domain} cap`, formatCap(was.cap), formatCap(domain.cap))
    addPhrase(
      `${domain.domain} load`,
      formatFactor(was.loadFactor),
      formatFactor(domain.loadFactor),
    )
  }
  addPhrase('load of all', formatFactor(now.loadFactor), formatFactor(asked.loadFactor))
  addPhrase('Domain-0 weight', formatCount(now.domain0Weight), formatCount(asked.domain0Weight))
  if (asked.tsliceMs !== null && now.tsliceMs !== null) {
    addPhrase('time slice', formatTargetMs(now.tsliceMs), formatTargetMs(asked.tsliceMs))
  }
  addPhrase('ratelimit', ratelimitWords(now.ratelimitUs), ratelimitWords(asked.ratelimitUs))
  addPhrase(
    'VMM overhead',
    overheadWords(now.overheadPercent),
    overheadWords(asked.overheadPercent),
  )
  return phrases
}

/** Joins the phrases into one sentence, or says that nothing changes. */
export function questionSentence(asked: FilledQuestion, now: FilledQuestion): string {
  return formatItems(questionInWords(asked, now)) || 'as analysed, nothing changed'
}
