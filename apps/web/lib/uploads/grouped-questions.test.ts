import type { Source, SourceQuestion } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { anUpload, aSource, idOf } from '../testing/fixtures.ts'
import { groupedQuestions } from './grouped-questions.ts'

const unit = (text: string, values = ['us', 'ms']): SourceQuestion => ({
  id: 'duration-unit',
  text,
  blocking: true,
  candidates: values.map((value) => ({ value, label: value, meaning: '' })),
})
const log = (number: number, questions: SourceQuestion[], more: Partial<Source> = {}) =>
  aSource({ id: idOf(number), path: `vm${number}.log`, questions, ...more })
const groups = (...sources: Source[]) =>
  groupedQuestions(anUpload({ sources })).map(({ question, sources: asking }) => [
    question.text,
    asking.map(({ path }) => path),
  ])

it('asks once what several logs of a kind ask', () => {
  expect(groups(log(1, [unit('What is 5?')]), log(2, [unit('What is 7?')]))).toEqual([
    ['What is 5?', ['vm1.log', 'vm2.log']],
  ])
})

it('keeps apart what has other answers, another kind or is left out', () => {
  expect(
    groups(
      log(1, [unit('What is 5?')]),
      log(2, [unit('Which of 5, 7?', ['1:us', '2:us'])]),
      log(3, [unit('What is 9?')], { kind: 'client-times' }),
      log(4, [unit('What is 1?')], { included: false }),
    ),
  ).toEqual([
    ['What is 5?', ['vm1.log']],
    ['Which of 5, 7?', ['vm2.log']],
    ['What is 9?', ['vm3.log']],
  ])
})

it('omits domains, which the table of names asks for', () => {
  expect(groups(log(1, [{ ...unit('Which guest?'), id: 'domain' }]))).toEqual([])
})
