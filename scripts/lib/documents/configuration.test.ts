import { globSync, readFileSync } from 'node:fs'
import { SECRETS } from '@steelyard/api/secret-files'
import { expect, test } from 'vitest'
import { inRoot } from '../paths.ts'
import { CONFIGURATION, configurationDocument, variables } from './configuration.ts'

const document = readFileSync(inRoot(CONFIGURATION), 'utf8')

test('the reference is what the code says; `npm run configuration` renews it', () => {
  expect(document).toBe(configurationDocument())
})

test('every variable that the product reads is in it', () => {
  const patterns = [
    'apps/*/{src,lib,gateway,app}/**/*.{ts,tsx}',
    'apps/web/*.ts',
    'scripts/**/*.ts',
  ]
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: inRoot() }))
  const product = files.filter((file) => !/\.test\.|\/(testing|generated|mutation)\//.test(file))
  expect(product.length).toBeGreaterThan(500)
  const read = /(?:\benv|inherited|environment|given)\.(STEELYARD_\w+)|'(STEELYARD_\w+)'/g
  const names = [...product, 'docker-compose.yml'].flatMap((file) => {
    const text = readFileSync(inRoot(file), 'utf8')
    const pattern = file.endsWith('.yml') ? /\$\{(STEELYARD_\w+)/g : read
    return [...text.matchAll(pattern)].map(([, one, other]) => (one ?? other)!)
  })
  expect(new Set(names).size).toBeGreaterThan(25)
  const unsaid = [...new Set(names)].filter((name) => !document.includes(`\`${name}\``))
  expect(unsaid).toEqual(['STEELYARD_MUTATED_PART']) // which `npm run mutate` tells vitest
})

test('every secret that can be a file is a variable', () => {
  const names = variables().map(({ name }) => name)
  expect(SECRETS.filter((name) => !names.includes(name))).toEqual([])
})
