import { words } from '@steelyard/words'
import { headlineOf, type Message } from './message.ts'

/** Slack takes no more than 50 blocks, and others that speak its format no more than Slack. */
const MOST_SHOWN = 40

/** A message in the format of Slack’s incoming webhooks, which Mattermost and others take too. */
export function slackBody(message: Message) {
  const { notifications } = message.data
  const shown = notifications.slice(0, MOST_SHOWN)
  const rest = notifications.length - shown.length
  const more = rest === 0 ? [] : [section(words.notifications.notShown(rest))]
  return {
    text: escaped(headlineOf(message)),
    blocks: [...shown.map(({ title, text, url }) => section(linesOf(title, text, url))), ...more],
  }
}

function linesOf(title: string, text: string, url: string | null): string {
  const heading = url === null ? `*${escaped(title)}*` : `*<${url}|${escaped(title)}>*`
  return text === '' ? heading : `${heading}\n${escaped(text)}`
}

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text: text.slice(0, 3000) } }
}

/** In its text these three characters make links and mentions of whole channels. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
