export {
  equalWeights,
  paperLoad,
  table1Interval3,
  table3Interval5,
} from '../paper-loads.fixture.ts'
