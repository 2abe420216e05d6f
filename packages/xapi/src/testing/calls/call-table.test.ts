import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { recordsOfPool } from '../state/pool-records.ts'
import { rolesFrom } from '../state/roles.ts'
import { CALLS } from './call-table.ts'

interface ApiClass {
  name: string
  fields: { name: string; type: string }[]
  messages: {
    name: string
    params: { type: string; required: boolean }[]
    result: [string, string?]
    errors: { name: string }[]
    roles: string[]
  }[]
}

/** XAPI's own description of its interface, where somebody has it. */
const file = process.env.XENAPI_JSON_GZ ?? ''
const classes: ApiClass[] = existsSync(file)
  ? JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))
  : []

test.skipIf(classes.length === 0).each([...CALLS.keys()])('%s is as XAPI describes it', (name) => {
  const [className, method] = name.split('.')
  const described = classes
    .find((each) => each.name === className)
    ?.messages.find((each) => each.name === method)
  const { params, result, role, errors } = CALLS.get(name)!
  const all = described!.params.map(({ type, required }) => (required ? type : `${type}?`))
  const [first, ...rest] = all
  expect(name === 'session.login_with_password' ? all : rest).toEqual(params)
  if (name !== 'session.login_with_password') expect(first).toBe('session ref')
  expect(described!.result[0]).toBe(result)
  expect([...new Set(described!.errors.map((error) => error.name))].sort()).toEqual(errors)
  expect(described!.roles.filter((each) => each !== 'client-cert').sort()).toEqual(
    rolesFrom(role).toSorted(),
  )
})

test.skipIf(classes.length === 0)(
  'the records have all fields that XAPI describes, and no other',
  () => {
    for (const [className, record] of recordsOfPool()) {
      const described = classes.find(({ name }) => name === className)!.fields
      const names = described.map(({ name }) => name)
      expect([className, Object.keys(record).filter((field) => !names.includes(field))]).toEqual([
        className,
        [],
      ])
    }
  },
)
