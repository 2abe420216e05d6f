import { ApiError, Job } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { describeError } from './describe-error.ts'
import { Failed, UsageFault } from './faults.ts'

it('says of a problem what was refused, which inputs, and the request', () => {
  const problem = {
    type: 'about:blank',
    title: 'Bad request',
    status: 400,
    detail: 'A value does not fit.',
    code: 'invalid-request',
    requestId: 'r1',
    invalidParams: [{ name: 'body.targets', reason: 'too many' }],
  }
  expect(describeError(new ApiError(problem))).toEqual({
    exitCode: 2,
    problem,
    lines: [
      'A value does not fit.',
      '  body.targets: too many',
      '(400 invalid-request, request r1)',
    ],
  })
})

it('says of a failure where it is and what helps', () => {
  const trouble = {
    code: 'bad-line',
    message: 'A line cannot be read.',
    where: { path: 'vm1.log', line: 3 },
    expected: 'a duration',
    fix: 'Add %D to the LogFormat.',
  }
  expect(describeError(new Failed(trouble)).lines).toEqual([
    'A line cannot be read.',
    '  at: vm1.log, line 3',
    '  expected: a duration',
    '  what helps: Add %D to the LogFormat.',
    '(bad-line)',
  ])
})

it('tells faults of use, of the way and of the answer apart', () => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  expect(describeError(new UsageFault('so'))).toMatchObject({ exitCode: 1, lines: ['so'] })
  expect(describeError(new TypeError('fetch failed', { cause }))).toMatchObject({
    exitCode: 5,
    lines: ['Steelyard did not answer: ECONNREFUSED'],
  })
  const { error } = Job.safeParse({})
  expect(describeError(error)).toMatchObject({
    exitCode: 2,
    problem: { code: 'unexpected-answer' },
  })
})
