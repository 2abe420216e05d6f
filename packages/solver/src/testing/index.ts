export { sdpsBoundTimes, sdpsTimes } from '../sdps-model.fixture.ts'
export { enumerateOptimum } from '../search/enumerate.fixture.ts'
