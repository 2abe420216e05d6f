import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = `
  const { optimiseWeights } = await import(process.argv[1])
  const { paperProblem } = await import(process.argv[2])
  const { status, weights } = await optimiseWeights(paperProblem)
  console.log(JSON.stringify({ status, weights }))
`

test('the worker thread starts, answers and lets the process exit when run as the API is', async () => {
  const urlOf = (file: string) => new URL(file, import.meta.url).href
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      script,
      urlOf('index.ts'),
      urlOf('problem/problems.fixture.ts'),
    ],
    { cwd: fileURLToPath(new URL('.', import.meta.url)) },
  )
  expect(JSON.parse(stdout)).toEqual({
    status: 'optimal',
    weights: { 'Domain-0': 256, vm1: 307, vm2: 307, vm3: 154 },
  })
})
