import { describeApplying } from './suites/applying.ts'
import { describeChangeDrills } from './suites/change-drills.ts'
import { describeLeastPrivilege } from './suites/least-privilege.ts'
import { describeRecording } from './suites/recording.ts'

describeApplying('credit')
describeLeastPrivilege('credit')
describeRecording('credit')
describeChangeDrills('credit')
