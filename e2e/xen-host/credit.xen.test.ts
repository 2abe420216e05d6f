import { describeApplying } from './suites/applying.ts'
import { describeDomainDrills } from './suites/domain-drills.ts'
import { describeLeastPrivilege } from './suites/least-privilege.ts'
import { describeRecording } from './suites/recording.ts'

describeApplying('credit')
describeLeastPrivilege('credit')
describeRecording('credit')
describeDomainDrills('credit')
