import { expect, test } from 'vitest'
import { isCompatible } from './licence-policy.ts'
import { productionPackages } from './production-packages.ts'

test.each(['MIT', 'Apache-2.0', '(MIT OR EPL-2.0)', '(MIT AND Zlib)', 'Apache-2.0 AND MIT'])(
  '%s goes with ours',
  (licence) => expect(isCompatible('a', licence)).toBe(true),
)

test.each(['EPL-2.0', 'GPL-2.0-only', 'SSPL-1.0', 'MIT AND EPL-2.0', 'UNLICENSED', '', 'OFL-1.1'])(
  '%s does not',
  (licence) => expect(isCompatible('a', licence)).toBe(false),
)

test('a production install holds neither the Prisma CLI nor what it pulls in', () => {
  const names = productionPackages().map(({ name }) => name)
  expect(names).toContain('fastify')
  expect(names).toContain('@prisma/client')
  for (const name of ['prisma', 'elkjs', '@prisma/studio-core', 'vitest']) {
    expect(names).not.toContain(name)
  }
})

test('every licence in a production install goes with ours', () => {
  const refused = productionPackages().filter(({ name, licence }) => !isCompatible(name, licence))
  expect(refused).toEqual([])
})
