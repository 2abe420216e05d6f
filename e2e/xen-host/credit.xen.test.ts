import { describeApplying } from './suites/applying.ts'

describeApplying('credit')
