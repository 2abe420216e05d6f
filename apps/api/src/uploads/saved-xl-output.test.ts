import { expect, test } from 'vitest'
import { savedXlOutput } from './saved-xl-output.ts'

test('domains whose names could not be stored are left out', () => {
  const statements = ['a\u0000b', ' x', 'y'.repeat(200), 'ok'].map((name, id) => ({
    id,
    name,
    weight: null,
    cap: null,
  }))
  const { output } = savedXlOutput('odd.txt', {
    commands: ['xl list'],
    schedulers: [],
    pCpus: null,
    problems: [],
    statements,
  })
  expect(output.statements.map(({ name }) => name)).toEqual(['ok'])
  // Rows of earlier releases lack the later facts.
  expect(output).toMatchObject({
    timeSlicesMs: [],
    xenVersion: null,
    statements: [{ vCpus: null }],
  })
})
