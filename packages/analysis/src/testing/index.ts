export { cpuOf, durationOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
