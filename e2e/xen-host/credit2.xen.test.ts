import { describeApplying } from './suites/applying.ts'
import { describeLeastPrivilege } from './suites/least-privilege.ts'
import { describeRecording } from './suites/recording.ts'

describeApplying('credit2')
describeLeastPrivilege('credit2')
describeRecording('credit2')
