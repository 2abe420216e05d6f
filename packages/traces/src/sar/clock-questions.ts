import type { Choice, Question } from '../detect/detection.ts'
import { TimeZone } from '../reading/time-zone.ts'
import { type Banner, type DateOrder, midnightOf, ordersOf } from './banner.ts'

/** sar writes local time without its zone, and the date in the guest's locale. */
export function clockQuestions(
  { date }: Banner,
  firstClockSeconds: number,
  timeZone: string | null,
): Question[] {
  const orders = ordersOf(date)
  const questions: Question[] = []
  if (!timeZone)
    questions.push({
      id: 'time-zone',
      text: 'sar writes local time. Which time zone was the guest in?',
      choices: [{ value: 'UTC', label: 'UTC', meaning: '' }],
    })
  const days = new Set(orders.map((order) => midnightOf(date, order)))
  if (days.size > 1)
    questions.push({
      id: 'start-time',
      text: `The date ${date} can be read in two ways. When did the log start?`,
      choices: orders.map((order) =>
        choiceOf(order, midnightOf(date, order) + firstClockSeconds, timeZone ?? 'UTC'),
      ),
    })
  return questions
}

function choiceOf(order: DateOrder, wallSeconds: number, timeZone: string): Choice {
  const start = new Date(new TimeZone(timeZone).toEpoch(wallSeconds) * 1000).toISOString()
  const first = order === 'mdy' ? 'month' : 'day'
  return { value: start, label: start, meaning: `With the ${first} first, in ${timeZone}.` }
}
