import { expect, it } from 'vitest'
import { glossary } from '../../lib/glossary.ts'
import { render } from '../../lib/testing/render.tsx'
import { Term } from './term.tsx'

it('is a button, so that the keyboard reaches its definition', () => {
  expect(render(<Term of="weight">Weight</Term>).buttons).toEqual(['Weight'])
})

it('is defined in one or two whole sentences', () => {
  for (const definition of Object.values(glossary)) {
    expect(definition).toMatch(/^[A-Z0-9].*[.]$/)
    expect(definition.length).toBeLessThan(200)
  }
})
