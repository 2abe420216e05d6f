import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const web = path.join(import.meta.dirname, '../..')
const files = ['app', 'components']
  .flatMap((folder) =>
    readdirSync(path.join(web, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter((file) => /(?<!\.test)\.tsx$/.test(file))
  .filter((file) => readFileSync(path.join(web, file), 'utf8').includes('type="password"'))

it('finds the forms that ask for a password', () => {
  expect(files.length).toBeGreaterThanOrEqual(4)
})

// The default, GET, would put the password into the address where the page's scripts did not run.
it.each(files)('%s sends the form by POST', (file) => {
  const forms = readFileSync(path.join(web, file), 'utf8').match(/<form\b.*?>/gs) ?? []
  expect(forms).not.toEqual([])
  for (const form of forms) expect(form).toContain('method="post"')
})
