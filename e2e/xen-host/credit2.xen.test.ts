import { describeApplying } from './suites/applying.ts'
import { describeLeastPrivilege } from './suites/least-privilege.ts'

describeApplying('credit2')
describeLeastPrivilege('credit2')
