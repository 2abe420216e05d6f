// `npm run dev` runs everything from its sources and follows their changes. Its data are its own, so
// that nothing one tries out reaches the installation of `npm start`.
import { launch } from './lib/product/launcher.ts'

const STEELYARD_DATA_DIR = process.env.STEELYARD_DATA_DIR || '.steelyard-dev'
process.exit(await launch({ ...process.env, STEELYARD_DATA_DIR }, { reload: true }))
