import { expect, it } from 'vitest'
import type { ApplicationStep } from './application.ts'
import { Journal, StepNotRecorded } from './journal.ts'

const RECONNECTED = { kind: 'reconnected' } as const

it('numbers and dates the steps, from where an earlier journal ended', async () => {
  const steps: ApplicationStep[] = []
  const onStep = async (step: ApplicationStep) => {
    steps.push(step)
  }
  const now = () => new Date('2026-01-01T00:00:00Z')
  const reconnect = () => Promise.reject(new Error('not needed'))
  const journal = new Journal({ onStep, reconnect, now }, 7)
  await journal.record(RECONNECTED)
  await journal.recordIfPossible({ kind: 'contact-lost', message: 'gone' })
  const at = '2026-01-01T00:00:00.000Z'
  expect(steps).toEqual([
    { sequence: 8, at, kind: 'reconnected' },
    { sequence: 9, at, kind: 'contact-lost', message: 'gone' },
  ])
  expect(journal.unrecordedSteps).toBe(0)
})

it('passes on why a step could not be recorded, or counts it where that must not matter', async () => {
  const cause = new Error('no database')
  const refuse = () => Promise.reject(cause)
  const journal = new Journal({ onStep: refuse, reconnect: refuse })
  const error = await journal.record(RECONNECTED).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StepNotRecorded)
  expect(error).toMatchObject({ cause })
  expect(journal.unrecordedSteps).toBe(0)
  await journal.recordIfPossible(RECONNECTED)
  await journal.recordIfPossible(RECONNECTED)
  expect(journal.unrecordedSteps).toBe(2)
})
