import { describeApplying } from './suites/applying.ts'
import { describeContactDrills } from './suites/contact-drills.ts'

describeApplying('credit2')
describeContactDrills('credit2') // its last one reboots the host
