import { describeApplying } from './suites/applying.ts'
import { describeContactDrills } from './suites/contact-drills.ts'
import { describeLeastPrivilege } from './suites/least-privilege.ts'
import { describeRecording } from './suites/recording.ts'

describeApplying('credit2')
describeLeastPrivilege('credit2')
describeRecording('credit2')
describeContactDrills('credit2') // its last one reboots the host
