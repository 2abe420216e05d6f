import { expect, test } from 'vitest'
import { timesAlone } from './times-alone.ts'

test('leaves when a request was planned, how long it took and what became of it', () => {
  const csv = `phase,seq,sched_s,start_epoch,conn_s,resp_s,status,bytes,error
1,0,0.100000,1795000000.6,0.0004,0.007000,200,180,
2,1,0.150000,1795000000.7,0.000000,0.000300,0,0,Connection refused
`
  expect(timesAlone(csv)).toBe(`sched_s,resp_s,status,error
0.100000,0.007000,200,
0.150000,0.000300,0,Connection refused
`)
})
