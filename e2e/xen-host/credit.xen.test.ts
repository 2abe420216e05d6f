import { describeApplying } from './suites/applying.ts'
import { describeDrills } from './suites/drills.ts'

describeApplying('credit')
describeDrills('credit')
