import { expect, test } from 'vitest'
import { notesOf } from './notes-of.ts'

const changelog = `# Changelog

## [Unreleased]

## [0.10.0] - 2026-12-01

### Added

- Two things.

## [0.1.0] - 2026-11-01

- One thing.
`

test('the notes of a version end where the next one begins', () => {
  expect(notesOf(changelog, '0.10.0')).toBe('### Added\n\n- Two things.')
  expect(notesOf(changelog, '0.1.0')).toBe('- One thing.')
})

test.each(['0.1', '0.2.0', 'Unreleased'])('nothing is said of %s', (version) => {
  expect(() => notesOf(changelog, version)).toThrow(`says nothing of version ${version}`)
})
