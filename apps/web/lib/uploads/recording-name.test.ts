import { expect, it } from 'vitest'
import { recordingNameOf } from './recording-name.ts'

it.each([
  [['monday/xenmon/log.log', 'monday/vm1.log'], 'monday'],
  [['monday/vm1.log'], 'monday'],
  [['backup.tar.gz'], 'backup'],
  [['old/Friday.ZIP'], 'Friday'],
  [['monday/vm1.log', 'tuesday/vm1.log'], undefined],
  [['vm1.log', 'monday/vm2.log'], undefined],
  [['vm1.log'], undefined],
  [['a.zip', 'b.zip'], undefined],
  [[], undefined],
])('of %j is %s', (paths, name) => {
  expect(recordingNameOf(paths)).toBe(name)
})
