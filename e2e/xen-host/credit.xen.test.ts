import { describeApplying } from './suites/applying.ts'
import { describeChangeDrills } from './suites/change-drills.ts'

// The journey comes after these: they are the shorter part.
describeApplying('credit')
describeChangeDrills('credit')
