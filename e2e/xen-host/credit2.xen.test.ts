import { describeApplying } from './suites/applying.ts'
import { describeContactDrills } from './suites/contact-drills.ts'
import { describeWeightDrills } from './suites/weight-drills.ts'

describeApplying('credit2')
describeWeightDrills('credit2')
describeContactDrills('credit2') // the last of them reboots the host
